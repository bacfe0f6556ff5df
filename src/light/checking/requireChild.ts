import { equalBytes } from '../../primitives/bytes.ts'
import type { BlockHeader } from '../../protocol/headers/header.ts'
import type { Network } from '../../protocol/networks/network.ts'
import { parentRejection } from '../../protocol/validation/parentRules.ts'
import { EndpointFault } from '../../upstream/answers/fields.ts'

/** Requires that a header of an endpoint names the one before it as its parent. Throws an `EndpointFault`. */
export function requireLink({ number, parentHash }: BlockHeader, parent: BlockHeader): void {
  if (equalBytes(parentHash, parent.hash)) return
  throw new EndpointFault(
    'reorganised',
    `gives block ${number} of another branch than block ${parent.number}`,
  )
}

/** Requires a link and the rules that compare a header with its parent. Throws an `EndpointFault`. */
export function requireChild(header: BlockHeader, parent: BlockHeader, network: Network): void {
  requireLink(header, parent)
  const rejection = parentRejection(header, parent, network)
  if (rejection !== undefined) throw brokenRule(header, rejection)
}

export const brokenRule = (
  { number }: BlockHeader,
  { reason, detail }: { readonly reason: string; readonly detail: string },
): EndpointFault =>
  new EndpointFault('unproven', `gives block ${number}, which breaks the rule ${reason}: ${detail}`)
