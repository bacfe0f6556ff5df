import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { emptyState } from '../native/nativeWorld.cases.ts'
import { concatBytes } from '../primitives/bytes.ts'
import { wordBytes } from '../primitives/integers.ts'
import { mainnet, regtest, testnet } from '../protocol/networks/definitions.ts'
import { bridgeContract } from './bridgeContract.ts'
import { bridgeMethods } from './bridgeMethods.ts'
import { callBridge, contextOf, person } from './bridgeWorld.cases.ts'
import { constantsOf } from './constants/constantsOf.ts'
import { memberAccount } from './federation/member.ts'

const anyWord = fc.oneof(
  fc.integer({ min: 0, max: 12 }).map((count) => wordBytes(BigInt(32 * count))),
  fc.bigInt({ min: -3n, max: 100n }).map(wordBytes),
  fc.bigInt({ min: -(2n ** 255n), max: 2n ** 255n - 1n }).map(wordBytes),
  fc.constantFrom(2n ** 31n, 2n ** 31n - 1n, 2n ** 63n, 2n ** 64n - 1n).map(wordBytes),
)
const anyInput = fc
  .tuple(
    fc.constantFrom(...bridgeMethods),
    fc.array(anyWord, { maxLength: 12 }),
    fc.uint8Array({ maxLength: 90 }),
  )
  .map(([{ selector }, words, rest]) => concatBytes(selector, ...words, rest))

const anyNetwork = fc.constantFrom(mainnet, testnet, regtest)
const anyHeight = fc.constantFrom(1, 500_000, 2_000_000, 3_000_000, 5_000_000, 7_000_000, 9_000_000)
const anyKind = fc.constantFrom('transaction', 'call', 'staticcall', 'delegatecall' as const)

const strangerOrAuthoriser = fc.constantFrom(
  'stranger',
  'member',
  'federation',
  'fee',
  'cap',
  'whitelist',
  'union',
)

describe('hostile call data', () => {
  it('gets output or makes the call fail, but never throws another error', () => {
    fc.assert(
      fc.property(
        fc.record({
          network: anyNetwork,
          height: anyHeight,
          kind: anyKind,
          who: strangerOrAuthoriser,
          isLocalCall: fc.boolean(),
          value: fc.bigInt({ min: 0n, max: 2n ** 200n }),
          inputs: fc.array(anyInput, { minLength: 1, maxLength: 4 }),
        }),
        ({ network, height, kind, who, isLocalCall, value, inputs }) => {
          const { authorisers, genesisFederation } = constantsOf(network)
          const callers = {
            stranger: person('stranger').address,
            member: memberAccount(genesisFederation.members[0]!),
            federation: authorisers.federationChange[0]!,
            fee: authorisers.feePerKb[0]!,
            cap: authorisers.lockingCap[0]!,
            whitelist: authorisers.whitelist[0]!,
            union: authorisers.unionBridgeAddress,
          }
          const state = emptyState()
          const publicKey = person('stranger').publicKey
          const context = contextOf({ network, height, state, isLocalCall, publicKey })
          for (const input of inputs) {
            expect(bridgeContract(context).gas(input)).toBeGreaterThanOrEqual(2_000)
            expect(() => callBridge(context, input, { kind, caller: callers[who], value })).not.toThrow()
          }
        },
      ),
      { numRuns: 600 },
    )
  })
})
