const usualColumns = 80;

/** How wide a terminal is; some, as those of build machines and serial lines, say 0 when they do not know. */
export function terminalColumns({ columns = 0 }: { readonly columns?: number }): number {
  return columns > 0 ? columns : usualColumns;
}
