import type { AskedBlock } from '../../rpc/method/askedBlock.ts'

/** The order in which questions need more of a node. */
const ranks: Readonly<Record<AskedBlock['kind'], number>> = {
  any: 0,
  number: 1,
  hash: 2,
  latest: 3,
  pending: 4,
}

/** Of two blocks the one that fewer nodes can answer for. */
export function higherOf(a: AskedBlock, b: AskedBlock): AskedBlock {
  if (a.kind === 'number' && b.kind === 'number') return a.number >= b.number ? a : b
  return ranks[a.kind] >= ranks[b.kind] ? a : b
}
