/** The whole style of the page, light and dark. */
export const docsStyle = `
:root { color-scheme: light dark; --ink: #1c1e21; --soft: #5c636b; --line: #d9dde2; --page: #fff; --tint: #f4f6f8; --link: #0b57a4; }
@media (prefers-color-scheme: dark) {
  :root { --ink: #e6e8ea; --soft: #9aa3ac; --line: #343a41; --page: #15181b; --tint: #1e2226; --link: #7db7f0; }
}
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 60rem; padding: 1.5rem 1rem 4rem; background: var(--page); color: var(--ink); font: 16px/1.5 system-ui, sans-serif; overflow-wrap: anywhere; }
h1 { font-size: 1.6rem; margin: 0; } h1 small { font-size: .9rem; color: var(--soft); font-weight: normal; }
h2 { font-size: 1.2rem; margin: 2rem 0 .5rem; } h3 { font-size: 1rem; margin: 1.5rem 0 .25rem; } h4 { font-size: .85rem; margin: 1rem 0 .25rem; color: var(--soft); }
p { margin: .25rem 0; } a { color: var(--link); } code { font: .9em ui-monospace, monospace; }
.soft { color: var(--soft); font-size: .9em; font-weight: normal; }
nav { display: flex; flex-wrap: wrap; gap: .25rem 1rem; padding: .75rem 0; border-bottom: 1px solid var(--line); }
details { border: 1px solid var(--line); border-radius: 6px; margin: .5rem 0; padding: 0 .75rem; }
details[open] { padding-bottom: .75rem; } summary { cursor: pointer; padding: .5rem 0; }
summary:focus-visible, a:focus-visible { outline: 2px solid var(--link); outline-offset: 2px; }
.method { display: inline-block; min-width: 4.2rem; text-align: center; font: 600 .75rem/1.6 ui-monospace, monospace; border-radius: 4px; background: var(--tint); border: 1px solid var(--line); }
table { border-collapse: collapse; width: 100%; margin: .25rem 0; }
th, td { text-align: left; vertical-align: top; padding: .35rem .5rem; border-top: 1px solid var(--line); }
th { width: 11rem; font-weight: normal; } td table th { width: 9rem; }
@media (max-width: 40rem) { th, td { display: block; width: auto; } td { border-top: 0; padding-top: 0; } td table th { width: auto; } }
`;
