import type { ParityTrace } from '../../tracing/parity/parityTraces.ts'
import type { TraceRequest } from './dataQuery.ts'

/**
 * Selects the matching traces of a transaction, with the calls inside them and around them if the request wants these. The
 * traces are in the order of `parityTraces`, parents first, so one walk is enough: what follows at a greater depth is inside.
 * Sets the positions in `selected`, and returns whether a trace matches.
 */
export function selectRelated(
  traces: readonly ParityTrace[],
  matches: (position: number) => boolean,
  { subtraces, parents }: Pick<TraceRequest, 'subtraces' | 'parents'>,
  selected: Uint8Array,
): boolean {
  let hasMatch = false
  /** Depth → the last trace at that depth, which is around those that follow at greater depths. */
  const path: number[] = []
  const hasParents = new Uint8Array(traces.length)
  /** The depth of the outermost match that the walk is inside of. */
  let matchDepth = Number.POSITIVE_INFINITY
  for (const [position, { traceAddress }] of traces.entries()) {
    const depth = traceAddress.length
    path[depth] = position
    if (depth <= matchDepth) matchDepth = Number.POSITIVE_INFINITY
    else selected[position] = 1
    if (!matches(position)) continue
    hasMatch = true
    selected[position] = 1
    if (subtraces) matchDepth = Math.min(matchDepth, depth)
    if (!parents) continue
    // Above a trace with selected parents, all are selected.
    for (let at = depth - 1; at >= 0 && hasParents[path[at]!] === 0; at--) {
      selected[path[at]!] = 1
      hasParents[path[at]!] = 1
    }
  }
  return hasMatch
}
