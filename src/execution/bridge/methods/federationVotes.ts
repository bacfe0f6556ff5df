import { type AbiType, bytes, int256 } from '../../native/abi/types.ts'
import { type Availability, type BridgeMethod, bridgeMethod } from '../bridgeMethod.ts'
import { isAuthorised } from '../governance/vote.ts'
import { NotImplementedByThisVersion } from '../notImplemented.ts'

const unauthorised = -10n

/** Only those who may vote on a change of the federation get further. */
const vote = (
  name: string,
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
    run({ call, constants }, ..._args: readonly Uint8Array[]) {
      if (!isAuthorised(call.caller, constants.authorisers.federationChange)) return unauthorised
      throw new NotImplementedByThisVersion(name)
    },
  })

export const federationVoteMethods: readonly BridgeMethod[] = [
  vote('createFederation', [], 11_000),
  vote('addFederatorPublicKey', [bytes], 13_000, { available: { until: 'rskip123' } }),
  vote('addFederatorPublicKeyMultikey', [bytes, bytes, bytes], 13_000, { available: { since: 'rskip123' } }),
  vote('commitFederation', [bytes], 38_000),
  vote('rollbackFederation', [], 12_000),
]
