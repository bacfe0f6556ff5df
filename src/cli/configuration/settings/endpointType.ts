import { reasonOf } from '../../../primitives/errors.ts'
import { endpointUrl } from '../../../upstream/endpoint/endpointUrl.ts'
import { text } from './valueTypes.ts'

/** Undefined for a suitable endpoint. The text may hold a key, so the problem does not repeat it. */
export function endpointProblem(value: string): string | undefined {
  try {
    endpointUrl(value)
    return undefined
  } catch (error) {
    return reasonOf(error)
  }
}

/** Another node, by its URL or the name of a network's public node. */
export const endpoint = text('mainnet, testnet or an HTTP URL', 'URL', endpointProblem)
