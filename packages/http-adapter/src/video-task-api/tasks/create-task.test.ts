import { describe, expect, it } from 'vitest';
import { formFields, MultipartForm } from '../../http/multipart-body.ts';

describe('formFields', () => {
  it('reads empty text as absent, except an empty prompt', () => {
    const bytes = new Uint8Array();
    const form = new MultipartForm({
      prompt: '',
      seconds: '',
      images: ['', 'https://a.example/1', { url: 'https://a.example/2', role: '' }],
      input_reference: bytes,
    });
    expect(formFields(form)).toEqual({
      prompt: '',
      seconds: null,
      images: ['https://a.example/1', { url: 'https://a.example/2', role: null }],
      input_reference: bytes,
    });
  });
});
