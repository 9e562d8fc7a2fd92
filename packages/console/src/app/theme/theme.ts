import { createTheme, type CSSVariablesResolver, type MantineColorsTuple } from '@mantine/core';

declare module 'react' {
  /** Styles may set custom properties of CSS. */
  interface CSSProperties {
    readonly [name: `--${string}`]: string | number | undefined;
  }
}

/** Brand colour: each shade from 6 on carries white text, each up to 3 carries dark text, at 4.5:1 or better. */
const gate: MantineColorsTuple = [
  '#eef0ff',
  '#dde0fd',
  '#b9c0f8',
  '#929cf4',
  '#7480f0',
  '#5d66ea',
  '#4f46e5',
  '#4338ca',
  '#3730a3',
  '#2b2680',
];

/** A calmer dark scheme than Mantine's; text in shades 0 to 2 is readable on 6 to 9. */
const dark: MantineColorsTuple = [
  '#d9dde8',
  '#c3c9d8',
  '#a8b0c4',
  '#6c748a',
  '#40475a',
  '#2f3546',
  '#232837',
  '#1a1e2a',
  '#141721',
  '#0e1018',
];

export const theme = createTheme({
  colors: { gate, dark },
  primaryColor: 'gate',
  primaryShade: { light: 6, dark: 6 },
  fontFamily:
    'Inter, ui-sans-serif, system-ui, -apple-system, "Segoe UI", "Noto Sans", "PingFang SC", "Noto Sans CJK SC", sans-serif',
  defaultRadius: 'md',
  cursorType: 'pointer',
  respectReducedMotion: true,
  headings: { fontWeight: '650' },
});

/** Mantine's dimmed text, placeholders and errors miss the contrast of WCAG 2.2 SC 1.4.3. */
export const themeVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    '--mantine-color-body': '#f6f7fb',
    '--mantine-color-dimmed': '#545c6e',
    '--mantine-color-placeholder': '#666e80',
    '--mantine-color-error': '#b42318',
    '--mantine-color-anchor': '#4338ca',
  },
  dark: {
    '--mantine-color-body': '#141721',
    '--mantine-color-dimmed': '#a8b0c4',
    '--mantine-color-placeholder': '#949db3',
    '--mantine-color-error': '#ff9d94',
    '--mantine-color-anchor': '#aab2f8',
  },
});
