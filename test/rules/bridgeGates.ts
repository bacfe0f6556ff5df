import { constantsOf } from '../../src/bridge/constants/constantsOf.ts'
import { asciiBytes } from '../../src/primitives/bytes.ts'
import { mainnet, testnet } from '../../src/protocol/networks/definitions.ts'
import { askBridge, cellOf, firstMember, methodGate, stateAfter, succeeds } from './bridgeAt.ts'
import { type Gate, gate } from './gate.ts'

/* Rules of the Bridge as a contract: which calls it answers, the whitelist, the locking cap and the union bridge. */

const anAddress = asciiBytes('1111111111111111111114oLvT2')
const [whitelister] = constantsOf(mainnet).authorisers.whitelist

const feeVote = { args: [1n] } as const

export const bridgeGates: readonly Gate[] = [
  gate({
    rule: 'rskip87',
    network: mainnet,
    shows: 'the whitelist has entries without limit',
    before: '',
    at: `d594${'00'.repeat(20)}`,
    probe: (moment) => {
      const question = { args: [anAddress], from: whitelister! }
      const state = stateAfter(moment, 'addUnlimitedLockWhitelistAddress(string)', question)
      return cellOf(state, 'unlimitedLockWhitelist')
    },
  }),
  gate({
    rule: 'rskip87',
    network: mainnet,
    shows: 'addLockWhitelistAddress no longer exists',
    before: `db94${'00'.repeat(20)}05847fffffff`,
    at: '',
    probe: (moment) => {
      const question = { args: [anAddress, 5n], from: whitelister! }
      const state = stateAfter(moment, 'addLockWhitelistAddress(string,int256)', question)
      return cellOf(state, 'lockWhitelist')
    },
  }),
  gate({
    rule: 'rskip88',
    network: mainnet,
    shows: 'a call of a method that does not exist fails',
    before: true,
    at: false,
    probe: (moment) => succeeds(moment, 'unknownMethod()'),
  }),
  gate({
    rule: 'rskip88',
    network: mainnet,
    shows: 'a call with a malformed argument fails',
    before: true,
    at: false,
    probe: (moment) =>
      succeeds(moment, 'receiveHeaders(bytes[])', {
        args: [[new Uint8Array(79)]],
        from: firstMember(mainnet),
      }),
  }),
  gate({
    rule: 'rskip88',
    network: mainnet,
    shows: 'contracts may call',
    before: false,
    at: true,
    probe: (moment) => succeeds(moment, 'voteFeePerKbChange(int256)', { ...feeVote, kind: 'call' }),
  }),
  gate({
    rule: 'rskip88',
    network: mainnet,
    shows: 'some methods answer simulated calls only',
    before: true,
    at: false,
    probe: (moment) => succeeds(moment, 'getFederationSize()'),
  }),
  methodGate('rskip134', mainnet, 'getLockingCap()', 30_000_000_000n, { isLocal: true }),
  gate({
    rule: 'rskip417',
    network: mainnet,
    shows: 'DELEGATECALL is refused',
    before: true,
    at: false,
    probe: (moment) => succeeds(moment, 'voteFeePerKbChange(int256)', { ...feeVote, kind: 'delegatecall' }),
  }),
  gate({
    rule: 'rskip417',
    network: mainnet,
    shows: 'a contract may call a method without result',
    before: undefined,
    at: 0,
    probe: (moment): number | undefined =>
      askBridge(moment, 'registerBtcTransaction(bytes,int256,bytes)', {
        args: [new Uint8Array(60), -1n, new Uint8Array(0)],
        kind: 'call',
      }).output?.length,
  }),
  gate({
    rule: 'rskip417',
    network: mainnet,
    shows: 'STATICCALL reaches methods without effect only',
    before: true,
    at: false,
    probe: (moment) => succeeds(moment, 'voteFeePerKbChange(int256)', { ...feeVote, kind: 'staticcall' }),
  }),
  methodGate('rskip502', testnet, 'getUnionBridgeLockingCap()', 10n ** 18n),
  // The offset of empty bytes.
  methodGate('rskip529', testnet, 'getSuperEvent()', 32n),
]
