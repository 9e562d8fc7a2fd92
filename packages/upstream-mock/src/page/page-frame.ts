import { createHash } from 'node:crypto';
import { type ProviderResponse, textReply } from '../http/provider-request.ts';
import { type Html, html } from './html.ts';

/** A whole page. `title` is also its heading. */
export interface PageContent {
  readonly title: string;
  readonly main: Html;
  /** True for the list of spaces. */
  readonly isList?: boolean;
  /** Default 200. */
  readonly status?: number;
}

const style = html`
:root{color-scheme:light dark;--paper:#fbfaf8;--card:#fff;--ink:#1d1d1b;--soft:#5c5b57;--line:#dddad3;--link:#0b57a4;--good:#17683a;--good-bg:#e9f4ec;--bad:#a4211a;--bad-bg:#fbecea;--open:#7a4b00;--open-bg:#fdf3e1}
@media(prefers-color-scheme:dark){:root{--paper:#161615;--card:#1f1f1d;--ink:#ecebe7;--soft:#a9a7a0;--line:#3a3936;--link:#8ec2f5;--good:#86d3a2;--good-bg:#17291d;--bad:#ff9d92;--bad-bg:#331b19;--open:#f0c274;--open-bg:#2e2416}}
*{box-sizing:border-box}
body{margin:0;background:var(--paper);color:var(--ink);font:16px/1.5 system-ui,sans-serif}
header,main{max-width:76rem;margin:0 auto;padding:0 1rem}
header{padding-top:1.25rem}
footer{padding-bottom:3rem;color:var(--soft);font-size:.875rem}
h1{font-size:1.5rem;line-height:1.25;margin:.25rem 0 1rem;overflow-wrap:anywhere}
h2{font-size:1.125rem;margin:2.25rem 0 .5rem}
h3{font-size:1rem;margin:0;overflow-wrap:anywhere}
p{margin:.25rem 0}
a{color:var(--link)}
code{font:.875em/1.5 ui-monospace,monospace;overflow-wrap:anywhere}
ol,ul{list-style:none;margin:0;padding:0}
section section{margin:0}
.card,li.job{background:var(--card);border:1px solid var(--line);border-radius:.5rem;padding:.75rem 1rem;margin:.5rem 0}
.verdict{border-left-width:.375rem;padding:1rem 1.25rem}
.verdict h2{margin:0;font-size:1.375rem}
.verdict.good{border-color:var(--good);background:var(--good-bg)}.good h2,.good-text{color:var(--good)}
.verdict.bad{border-color:var(--bad);background:var(--bad-bg)}.bad h2,.bad-text{color:var(--bad)}
.verdict.open{border-color:var(--open);background:var(--open-bg)}.open h2,.open-text{color:var(--open)}
.verdict ol li,.verdict ul{margin-top:1rem}.verdict ul h3{margin-bottom:.25rem}.why::first-letter{text-transform:uppercase}
.parts span+span::before{content:"· "}.soft{color:var(--soft)}.small{font-size:.875rem}
.figures{display:grid;grid-template-columns:repeat(auto-fit,minmax(8.5rem,1fr));gap:.5rem;margin:.75rem 0}
.figures div{background:var(--card);border:1px solid var(--line);border-radius:.5rem;padding:.5rem .75rem;display:flex;flex-direction:column-reverse}
dt{color:var(--soft);font-size:.875rem}dd{margin:0}
.figures dd{font-size:1.375rem;line-height:1.25;font-variant-numeric:tabular-nums}
.controls{display:grid;align-content:start;grid-template-columns:repeat(auto-fit,minmax(min(100%,17rem),1fr));gap:.5rem}
@media(min-width:64rem){.sides{display:grid;grid-template-columns:1fr 19rem;gap:1rem}.controls{order:1;grid-template-columns:1fr}.sides h2:not(.later){margin-top:0}}
.controls .card h2{margin:0 0 .25rem;font-size:1rem}
.controls .card{margin:0}.controls form span{flex:1}
form{display:flex;flex-wrap:wrap;gap:.5rem;align-items:end;margin-top:.5rem}
form label{display:flex;flex-direction:column;font-size:.875rem;color:var(--soft);max-width:100%}
button,select,input{font:inherit;color:var(--ink);background:var(--paper);border:1px solid var(--soft);border-radius:.375rem;padding:.3rem .7rem;min-height:2.25rem;max-width:100%}
button{cursor:pointer}button:hover{border-color:var(--ink)}
:focus-visible{outline:3px solid var(--link);outline-offset:2px}
.job{display:grid;grid-template-columns:1fr 16rem;gap:.25rem 1rem}
.job>:first-child{min-width:0}.job>:only-child{grid-column:1/-1}
.job dl{display:grid;grid-template-columns:auto 1fr;gap:.125rem .75rem;margin:.5rem 0 0;overflow-wrap:anywhere}
.job>dl{margin-top:0}.job dt{font-size:1rem}
video{width:100%;height:auto;max-height:16rem;background:#000;border-radius:.25rem;display:block}
pre{overflow:auto;white-space:pre-wrap;overflow-wrap:anywhere;max-height:32rem;margin:0}.requests li{border-bottom:1px solid var(--line);padding:.375rem 0;overflow-wrap:anywhere}
.facts{display:grid;grid-template-columns:repeat(auto-fill,minmax(min(100%,16rem),1fr));gap:.5rem 1rem}.facts dd{overflow-wrap:anywhere}
table{border-collapse:collapse;width:100%}
th,td{text-align:left;padding:.5rem .75rem .5rem 0;border-bottom:1px solid var(--line);vertical-align:top}
th{font-weight:600}th[scope=row]{min-width:6rem;overflow-wrap:anywhere}
@media(max-width:28rem){.figures div:last-child:nth-child(odd){grid-column:1/-1}}
@media(max-width:38rem){.job{grid-template-columns:1fr;gap:.75rem}.verdict{padding:.75rem 1rem}}
`;

/** Updates changed parts of the page while they are not in use. Without JavaScript the page is reloaded by hand. */
const script = html`
const isUsed = (part) => part.contains(document.activeElement) || [...part.querySelectorAll('video')].some((film) => !film.paused);
const refresh = async () => {
  const began = performance.now();
  const lost = document.getElementById('lost');
  try {
    if (!document.hidden) {
      const text = await (await fetch(location.href)).text();
      const read = new DOMParser().parseFromString(text, 'text/html');
      for (const part of document.querySelectorAll('[data-live]')) {
        const fresh = read.getElementById(part.id);
        if (fresh && fresh.innerHTML !== part.innerHTML && !isUsed(part)) part.replaceWith(document.adoptNode(fresh));
      }
    }
    lost.hidden = true;
  } catch {
    lost.hidden = false;
  }
  setTimeout(refresh, 1000 + 20 * (performance.now() - began));
};
setTimeout(refresh, 1000);
`;

function hashOf(code: Html): string {
  return `'sha256-${createHash('sha256').update(code.toString()).digest('base64')}'`;
}

/** Only the page's own style, script, videos and forms; no embedding [mock.page.policy]. */
const policy = [
  "default-src 'none'",
  `style-src ${hashOf(style)}`,
  `script-src ${hashOf(script)}`,
  "connect-src 'self'",
  "media-src 'self'",
  "img-src 'self' data:",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ');

export function pageReply({
  title,
  main,
  isList = false,
  status = 200,
}: PageContent): ProviderResponse {
  const page = html`<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<link rel="icon" href="data:,">
<title>${title} - filmgate-mock</title>
<style>${style}</style>
<header><p class="soft">filmgate-mock${isList ? null : html` · <a href="/_mock/">All spaces</a>`}</p><h1>${title}</h1></header>
<main><p id="lost" class="card bad-text" role="alert" hidden>The mock does not respond: this page may be outdated.</p>
${main}</main>
<script>${script}</script>
</html>`;
  return {
    ...textReply(status, 'text/html; charset=utf-8', page.toString()),
    headers: {
      'content-security-policy': policy,
      'cache-control': 'no-store',
      // A form without an origin would be refused as foreign.
      'referrer-policy': 'same-origin',
      'x-content-type-options': 'nosniff',
    },
  };
}
