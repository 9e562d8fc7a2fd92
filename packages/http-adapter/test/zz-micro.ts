import Fastify from 'fastify';
import { createTestApi } from './doubles/video-task-test-api.ts';
import { connect } from 'node:net';
const api = await createTestApi();
const made = await api.app.inject({ method: 'POST', url: '/v1/videos', headers: api.alice, payload: { prompt: 'a cat in the rain, cinematic, slow dolly' } });
const id = (made.json() as {id:string}).id;
const bare = Fastify(); const text = made.body; bare.get('/v1/videos/:id', async (_q, r) => r.header('content-type','application/json; charset=utf-8').send(text));
const bare5 = Fastify(); bare5.addHook('onRequest',(q,r,d)=>{ r.headers({a1:'x',a2:'y',a3:'z',a4:'w', a5: 'v', a6: 'u'}); d(); }); bare5.get('/v1/videos/:id', async (_q, r) => r.header('content-type','application/json; charset=utf-8').send(text));
const measure = async (app: any) => {
  const url = new URL(await app.listen({ port: 0, host: '127.0.0.1' }));
  const req = `GET /v1/videos/${id} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer alice-key\r\n\r\n`;
  const s = connect(Number(url.port), '127.0.0.1'); s.setEncoding('latin1');
  let n = 0, stop = false; const BATCH = 32; let got = 0;
  s.on('data', (d: string) => { let i = -1; while ((i = d.indexOf('HTTP/1.1 ', i + 1)) >= 0) { n++; got++; } while (got >= BATCH && !stop) { got -= BATCH; s.write(req.repeat(BATCH)); } });
  s.write(req.repeat(BATCH));
  await new Promise((r) => setTimeout(r, 1500)); const n0 = n; const c0 = process.cpuUsage();
  await new Promise((r) => setTimeout(r, 3000)); const c = process.cpuUsage(c0); const k = n - n0; stop = true; s.destroy();
  return ((c.user + c.system) / k).toFixed(2);
};
for (let i = 0; i < 2; i++) { const b = await measure(Fastify().get('/v1/videos/:id', async (_q, r) => r.header('content-type','application/json; charset=utf-8').send(text))); 
const f5 = Fastify(); f5.addHook('onRequest',(q,r,d)=>{ r.headers({a1:'x',a2:'y',a3:'z',a4:'w', a5: 'v', a6: 'u'}); d(); }); f5.get('/v1/videos/:id', async (_q, r) => r.header('content-type','application/json; charset=utf-8').send(text));
const b5 = await measure(f5); const a = await createTestApi(); const m2 = await a.app.inject({ method: 'POST', url: '/v1/videos', headers: a.alice, payload: { prompt: 'a cat in the rain, cinematic, slow dolly' } }); const o = await measure(a.app); console.log({ b, b5, o }); }
process.exit(0);
