/**
 * The path a browser sees before ours, beginning and ending with a slash. A proxy may put one there that never reaches
 * us: where the browser came by the public URL, that URL tells.
 *
 * @param prefix - of the scope the pages are registered in
 */
export function mountPath(
  prefix: string,
  { publicUrl, host }: { readonly publicUrl: string; readonly host: string | undefined },
): string {
  const url = new URL(publicUrl);
  const path = host?.toLowerCase() === url.host ? url.pathname : prefix;
  return path.endsWith('/') ? path : `${path}/`;
}
