import { type AbiType, bytes, int256 } from '../../native/abi/types.ts'
import type { Availability } from '../../native/nativeMethod.ts'
import { voteFederationChange } from '../federationChange/votes.ts'
import { type BridgeMethod, bridgeMethod } from './bridgeMethod.ts'

/** A vote for the action that elections name `functionName`. */
const vote = (
  name: string,
  functionName: string,
  inputs: readonly AbiType<Uint8Array>[],
  gas: number,
  availability: { readonly available?: Availability } = {},
): BridgeMethod =>
  bridgeMethod({
    name,
    inputs,
    output: int256,
    gas,
    isRead: false,
    ...availability,
    run: (bridge, ...args: readonly Uint8Array[]) => voteFederationChange(bridge, { functionName, args }),
  })

const until123 = { available: { until: 'rskip123' } } as const
const since123 = { available: { since: 'rskip123' } } as const

export const federationVoteMethods: readonly BridgeMethod[] = [
  vote('createFederation', 'create', [], 11_000),
  vote('addFederatorPublicKey', 'add', [bytes], 13_000, until123),
  vote('addFederatorPublicKeyMultikey', 'add-multi', [bytes, bytes, bytes], 13_000, since123),
  vote('commitFederation', 'commit', [bytes], 38_000),
  vote('rollbackFederation', 'rollback', [], 12_000),
]
