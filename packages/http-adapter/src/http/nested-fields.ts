/** A form's fields once their names are unfolded. */
export type FieldTree =
  | string
  | Uint8Array
  | readonly FieldTree[]
  | { readonly [name: string]: FieldTree };

export type NestedFields =
  | { readonly kind: 'nested'; readonly fields: { readonly [name: string]: FieldTree } }
  /** `name` is the field with an unreadable name, or one that another field contradicts, such as `a` and then `a[]`. */
  | { readonly kind: 'malformed' | 'contradicted'; readonly name: string };

type Leaf = { readonly kind: 'leaf'; readonly value: string | Uint8Array };
type Branch = { readonly kind: 'branch'; readonly fields: Map<string, Node> };
type List = { readonly kind: 'list'; readonly items: Map<number, Node>; next: number };
type Node = Leaf | Branch | List;

const segmented = /^([^[\]]+)((?:\[[^[\]]*\])*)$/;
const segment = /\[([^[\]]*)\]/g;
const index = /^\d{1,3}$/;
const deepest = 8;

/**
 * Unfolds form names as PHP, Rails and the usual SDKs write them: `a[b]` is a field of an object, `a[]` appends,
 * `a[0][b]` counts, `a[][b]` fills the last item and begins the next one when that field is there already. A plain name
 * that repeats becomes a list. Numbered items are put in order and closed up.
 */
export function nestFields(
  entries: Iterable<readonly [name: string, value: string | Uint8Array]>,
): NestedFields {
  const root: Branch = { kind: 'branch', fields: new Map() };
  for (const [name, value] of entries) {
    const path = readPath(name);
    if (path === undefined) return { kind: 'malformed', name };
    if (!setAt(root, path, value)) return { kind: 'contradicted', name };
  }
  return { kind: 'nested', fields: branchTree(root) };
}

function readPath(name: string): readonly string[] | undefined {
  const parts = segmented.exec(name);
  const first = parts?.[1];
  if (first === undefined) return undefined;
  const path = [
    first,
    ...Array.from((parts?.[2] ?? '').matchAll(segment), (found) => found[1] ?? ''),
  ];
  return path.length > deepest || path.includes('__proto__') ? undefined : path;
}

/** Stores a value at its path; false if another field already stored something else there. */
function setAt(
  parent: Branch | List,
  path: readonly string[],
  value: string | Uint8Array,
): boolean {
  const [head, ...rest] = path;
  if (head === undefined) return false;
  const slot = slotOf(parent, head, rest);
  if (slot === undefined) return false;
  const existing = slot.get();
  if (rest.length === 0) return setLeaf(slot, existing, value);
  if (existing === undefined) {
    const child = newContainer(rest[0] ?? '');
    slot.set(child);
    return setAt(child, rest, value);
  }
  return existing.kind !== 'leaf' && setAt(existing, rest, value);
}

interface Slot {
  get(): Node | undefined;
  set(node: Node): void;
}

function setLeaf(slot: Slot, existing: Node | undefined, value: string | Uint8Array): boolean {
  const leaf: Leaf = { kind: 'leaf', value };
  if (existing === undefined) {
    slot.set(leaf);
    return true;
  }
  if (existing.kind === 'branch') return false;
  const list = existing.kind === 'list' ? existing : listOf(existing);
  append(list, leaf);
  slot.set(list);
  return true;
}

function newContainer(nextSegment: string): Branch | List {
  return nextSegment === '' || index.test(nextSegment)
    ? { kind: 'list', items: new Map(), next: 0 }
    : { kind: 'branch', fields: new Map() };
}

function listOf(first: Node): List {
  return { kind: 'list', items: new Map([[0, first]]), next: 1 };
}

function append(list: List, node: Node): void {
  list.items.set(list.next, node);
  list.next += 1;
}

function slotOf(parent: Branch | List, head: string, rest: readonly string[]): Slot | undefined {
  if (parent.kind === 'branch') {
    if (head === '') return undefined;
    const { fields } = parent;
    return { get: () => fields.get(head), set: (node) => void fields.set(head, node) };
  }
  const at = itemAt(parent, head, rest);
  if (at === undefined) return undefined;
  parent.next = Math.max(parent.next, at + 1);
  return { get: () => parent.items.get(at), set: (node) => void parent.items.set(at, node) };
}

function itemAt(list: List, head: string, rest: readonly string[]): number | undefined {
  if (head === '') return openItem(list, rest);
  return index.test(head) ? Number(head) : undefined;
}

/** Returns the index for `a[]…`: the last item while the rest of the name is still free in it, otherwise a new one. */
function openItem(list: List, rest: readonly string[]): number {
  const last = list.items.get(list.next - 1);
  return rest.length > 0 && last?.kind === 'branch' && isFree(last, rest)
    ? list.next - 1
    : list.next;
}

function isFree(node: Node, path: readonly string[]): boolean {
  const [head, ...rest] = path;
  if (head === undefined) return false;
  if (node.kind === 'list') return true;
  const child = node.kind === 'branch' ? node.fields.get(head) : undefined;
  return child === undefined || isFree(child, rest);
}

function toTree(node: Node): FieldTree {
  switch (node.kind) {
    case 'leaf':
      return node.value;
    case 'branch':
      return branchTree(node);
    case 'list': {
      const inOrder = [...node.items].toSorted(([a], [b]) => a - b);
      return inOrder.map(([, item]) => toTree(item));
    }
  }
}

function branchTree(branch: Branch): { readonly [name: string]: FieldTree } {
  return Object.fromEntries(Array.from(branch.fields, ([name, node]) => [name, toTree(node)]));
}
