/** Formats of videos and images, by content type: their usual names, and file extensions. */
const fileFormats: ReadonlyMap<string, { readonly name: string; readonly extension: string }> =
  new Map([
    ['video/mp4', { name: 'MP4', extension: 'mp4' }],
    ['video/quicktime', { name: 'QuickTime', extension: 'mov' }],
    ['video/webm', { name: 'WebM', extension: 'webm' }],
    ['video/matroska', { name: 'Matroska', extension: 'mkv' }],
    ['video/mp2t', { name: 'MPEG transport stream', extension: 'ts' }],
    ['video/mpeg', { name: 'MPEG program stream', extension: 'mpg' }],
    ['video/x-msvideo', { name: 'AVI', extension: 'avi' }],
    ['video/x-flv', { name: 'Flash Video', extension: 'flv' }],
    ['video/x-ms-asf', { name: 'Windows Media', extension: 'wmv' }],
    ['video/ogg', { name: 'Ogg', extension: 'ogv' }],
    ['image/png', { name: 'PNG', extension: 'png' }],
    ['image/jpeg', { name: 'JPEG', extension: 'jpg' }],
    ['image/webp', { name: 'WebP', extension: 'webp' }],
    ['image/gif', { name: 'GIF', extension: 'gif' }],
    ['image/avif', { name: 'AVIF', extension: 'avif' }],
    ['image/heic', { name: 'HEIC', extension: 'heic' }],
    ['image/heif', { name: 'HEIF', extension: 'heif' }],
    ['image/bmp', { name: 'BMP', extension: 'bmp' }],
    ['image/tiff', { name: 'TIFF', extension: 'tiff' }],
    ['image/jxl', { name: 'JPEG XL', extension: 'jxl' }],
    ['image/x-canon-cr3', { name: 'Canon raw', extension: 'cr3' }],
    ['image/svg+xml', { name: 'SVG', extension: 'svg' }],
    ['image/vnd.adobe.photoshop', { name: 'PSD', extension: 'psd' }],
    ['application/pdf', { name: 'PDF', extension: 'pdf' }],
  ]);

/** Returns the usual name of a format; the content type itself where it is none of these. */
export function formatName(contentType: string): string {
  return fileFormats.get(contentType)?.name ?? contentType;
}

/** Returns the file extension of a content type, without the dot; `bin` where it is none of these. */
export function fileExtension(contentType: string): string {
  return fileFormats.get(contentType)?.extension ?? 'bin';
}
