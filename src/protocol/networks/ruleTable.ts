import {
  type HeightByNetwork,
  type NetworkName,
  never,
  type UpgradeHeights,
  type UpgradeName,
  upgradeHeightsOf,
} from './upgrades.ts'

/*
 * Every rule change of Rootstock: the upgrade that brings it, networks with a height of their own, the rules it builds on,
 * and what it changes. A rule is named after its improvement proposal (RSKIP); the two rules without one have descriptive
 * names.
 */

export interface RuleDefinition {
  /** Undefined for a rule that no upgrade brings. */
  readonly upgrade: UpgradeName | undefined
  /** Networks on which the rule does not follow its upgrade. */
  readonly overrides: Partial<HeightByNetwork>
  /** Rules without which this one makes no sense; they must start no later. */
  readonly needs: readonly string[]
  /** What the rule changes, in one line. */
  readonly summary: string
}

interface RuleExtras {
  readonly overrides?: Partial<HeightByNetwork>
  readonly needs?: readonly string[]
}

const rule = (
  upgrade: UpgradeName | undefined,
  summary: string,
  { overrides = {}, needs = [] }: RuleExtras = {},
): RuleDefinition => ({ upgrade, overrides, needs, summary })

/** On regtest, rules of headers start at block 1, because a genesis header never has their fields. */
const afterRegtestGenesis = { regtest: 1 }

export const ruleTable = {
  bridgeTransactionsArePaid: rule(
    'afterBridgeSync',
    'Transactions to the Bridge pay for gas like any other; before, those of federation members and voters were free.',
  ),
  rskip85: rule(
    'orchid',
    'REMASC pays no amounts below a minimum; with RSKIP126, state roots of headers are compared.',
  ),
  rskip87: rule('orchid', 'Bridge: the whitelist has one-off and unlimited entries.'),
  rskip88: rule(
    'orchid',
    'Bridge: errors fail the call, contracts may call, some methods answer simulated calls only.',
  ),
  rskip89: rule('orchid', 'Bridge: Bitcoin block hashes are read by depth; the block locator disappears.'),
  rskip90: rule(
    'orchid',
    'EXTCODESIZE of a precompile is 2^256 - 1; output of a precompile becomes return data.',
  ),
  rskip91: rule('orchid', 'STATICCALL, and the restrictions of static frames.'),
  rskip92: rule(
    'orchid',
    'The block hash leaves out merkle proof and coinbase; the merkle proof is a flat list.',
  ),
  rskip97: rule('orchid', 'The difficulty no longer drops to the minimum after a pause of ten minutes.', {
    overrides: { testnet: never, devnet: never, regtest: never },
  }),
  rskip98: rule('orchid', 'Fallback mining by signature ends; the Bitcoin header must have 80 bytes.'),
  rskip103: rule('orchid060', 'STATICCALL takes six stack items; before, it asked for seven.', {
    needs: ['rskip91'],
  }),
  rskip106: rule('wasabi100', 'The native contract HDWalletUtils.'),
  rskip110: rule('wasabi100', 'Hashes for merged mining hold fork-detection data.'),
  rskip119: rule('wasabi100', 'The native contract BlockHeader.'),
  rskip120: rule('wasabi100', 'The instructions SHL, SHR and SAR.'),
  rskip122: rule('wasabi100', 'Bridge: getBtcTransactionConfirmations.'),
  rskip123: rule('wasabi100', 'Bridge: federation members have three keys; their cells have a version.'),
  rskip124: rule(
    'wasabi100',
    'Bridge: any account may send Bitcoin headers, which must have exactly 80 bytes.',
  ),
  rskip125: rule(
    'wasabi100',
    'CREATE2; created contracts start with nonce 1; creation at an account in use fails.',
  ),
  rskip126: rule('wasabi100', 'Headers hold roots of the unified trie; precompiles have accounts.'),
  rskip132: rule('wasabi100', 'Bridge: receiveHeaders is priced by the number of headers.', {
    overrides: { testnet: 43_550 },
  }),
  rskip134: rule(
    'papyrus200',
    'Bridge: a locking cap; processed Bitcoin transactions are stored one by one.',
  ),
  rskip136: rule(
    'bahamas',
    'The gas of a transaction sent directly to a precompile cannot exceed its limit.',
  ),
  rskip137: rule('papyrus200', 'The precompiles for the curve bn128 (addition, multiplication, pairing).'),
  rskip140: rule('papyrus200', 'The instruction EXTCODEHASH.'),
  rskip143: rule('papyrus200', 'Bridge: peg-ins with segregated witness; registerBtcCoinbaseTransaction.'),
  rskip144: rule(
    'reed810',
    'Blocks may list transactions that can run in parallel, with the edges in the header.',
    {
      overrides: afterRegtestGenesis,
      needs: ['rskip351'],
    },
  ),
  rskip146: rule(
    'papyrus200',
    'Bridge: events in the form of Solidity; peg-outs remember the transaction they come from.',
  ),
  rskip150: rule(
    'twoToThree',
    'Call depth 400 instead of 1024; precompile output is limited to the space for it.',
  ),
  rskip151: rule('papyrus200', 'The instruction SELFBALANCE.'),
  rskip152: rule('papyrus200', 'The instruction CHAINID.'),
  rskip153: rule('iris300', 'The precompile blake2f.'),
  rskip156: rule('papyrus200', 'The difficulty moves in steps of 1/400 instead of 1/50 (not on regtest).'),
  rskip169: rule('iris300', 'EXTCODEHASH of a contract without code is the hash of empty bytes.', {
    needs: ['rskip140'],
  }),
  rskip170: rule('iris300', 'Bridge: a peg-in may name its receiver and refund address.'),
  rskip171: rule('iris300', 'A call that runs no frame clears the return data.'),
  rskip174: rule('iris300', 'A transaction that creates a contract keeps the balance its address had.'),
  rskip176: rule('iris300', 'Bridge: flyover peg-ins, advanced by a liquidity provider.'),
  rskip179: rule('iris300', 'Timestamps of the block and of its Bitcoin header must be close.'),
  rskip180: rule('iris300', 'The merkle proof of a header has at most 960 bytes.'),
  rskip181: rule('iris300', 'Bridge: events for rejected and unrefundable peg-ins.'),
  rskip185: rule(
    'iris300',
    'Bridge: refused release requests are refunded and announced; contracts may not ask.',
  ),
  rskip186: rule(
    'iris300',
    'Bridge: the creation height of the active federation and the last retired script are kept.',
  ),
  rskip191: rule('iris300', 'DUPN, SWAPN and TXINDEX become invalid instructions.'),
  rskip197: rule('iris300', 'A precompile that fails makes its call fail, not the calling frame.'),
  rskip199: rule(
    'iris300',
    'Bridge: Bitcoin blocks are indexed by height; any account may register Bitcoin transactions.',
  ),
  rskip200: rule(
    'iris300',
    'Bridge: any account may call receiveHeader; receiveHeaders is for federation members again.',
  ),
  rskip201: rule(
    'iris300',
    'Bridge: federations with emergency keys; peg-outs are transactions of version 2.',
  ),
  rskip203: rule('arrowhead600', 'The native contract Environment.'),
  rskip218: rule('iris300', 'REMASC pays another RSK Labs address.'),
  rskip219: rule('iris300', 'Bridge: lower minimum values of peg-ins and peg-outs.'),
  rskip220: rule('iris300', 'Bridge: contracts can read Bitcoin headers.'),
  rskip252: rule('fingerroot500', 'Gas prices in a block are at most 100 times its minimum gas price.'),
  rskip271: rule('hop400', 'Bridge: peg-outs are made in batches.'),
  rskip284: rule(
    'hop400',
    'Bridge: the emergency script of testnet is computed instead of fixed; stricter flyover addresses.',
    {
      overrides: { testnet: 2_581_800 },
      needs: ['rskip201'],
    },
  ),
  rskip290: rule('hop400', 'A higher minimum difficulty (testnet only).', {
    overrides: { testnet: 2_581_800 },
  }),
  rskip293: rule(
    'hop400',
    'Bridge: corrected waiting time in the emergency script; flyover peg-ins to a retiring federation.',
    {
      needs: ['rskip201'],
    },
  ),
  rskip294: rule('hop400', 'Bridge: a migration spends a bounded number of inputs.'),
  rskip297: rule('hop400', 'A wider distance between Bitcoin and block timestamps (testnet only).', {
    needs: ['rskip179'],
  }),
  rskip305: rule('reed800', 'Bridge: federations with segregated witness.'),
  rskip326: rule('fingerroot500', 'Bridge: events of peg-outs name Bitcoin addresses and confirmations.'),
  rskip351: rule('reed810', 'Headers of version 1, with an extension.', { overrides: afterRegtestGenesis }),
  rskip353: rule('hop401', 'Bridge: federations with emergency keys in the form P2SH.', {
    needs: ['rskip201'],
  }),
  rskip357: rule('hop401', 'Bridge: a longer migration of the next federation.'),
  rskip374: rule('fingerroot500', 'Bridge: migrations have their former length again.', {
    needs: ['rskip357'],
  }),
  rskip375: rule(
    'fingerroot500',
    'Bridge: peg-outs that wait for signatures are named by the transaction that made them.',
  ),
  rskip376: rule('arrowhead600', 'Bridge: migrations are transactions of version 2.'),
  rskip377: rule('fingerroot500', 'Bridge: the last retired script is kept without emergency keys.'),
  rskip379: rule(
    'arrowhead600',
    'Bridge: peg-outs are recognised by an index, peg-ins validated by one set of rules.',
  ),
  rskip383: rule('fingerroot500', 'Bridge: a longer time until a new federation takes over.'),
  rskip385: rule('fingerroot500', 'Bridge: fees are estimated for an empty queue too.'),
  rskip398: rule('arrowhead600', 'The instruction PUSH0.'),
  rskip400: rule('arrowhead600', 'A non-zero byte of call data costs 16 instead of 68.'),
  rskip412: rule('arrowhead600', 'The instruction BASEFEE, the minimum gas price of the block.'),
  rskip415: rule('arrowhead600', 'REMASC pays federation members at the address of their Rootstock key.'),
  rskip417: rule(
    'arrowhead600',
    'Bridge: methods without result return empty output; the kind of call is checked.',
  ),
  rskip419: rule(
    'lovell700',
    'Bridge: a proposed federation proves that it can spend before it is committed.',
  ),
  rskip427: rule('lovell700', 'Bridge: refused release requests are refunded to the wei.'),
  rskip428: rule('lovell700', 'Bridge: an event with the values of the outputs that a peg-out spends.'),
  rskip434: rule(
    'arrowhead631',
    'Bridge: Bitcoin headers whose total work needs more than 12 bytes are accepted again.',
  ),
  rskip438: rule('lovell700', 'Init code has at most 49,152 bytes and costs 2 gas a word.'),
  rskip445: rule('lovell700', 'The instruction MCOPY.'),
  rskip446: rule('lovell700', 'The instructions TLOAD and TSTORE.'),
  rskip453: rule('lovell700', 'A creation whose code cannot be paid or is too long fails.'),
  rskip454: rule('lovell700', 'Bridge: stored Bitcoin blocks have room for 32 bytes of work.'),
  rskip459: rule('lovell700', 'Bridge: rejected peg-ins that cannot be refunded count as processed.'),
  rskip460: rule('lovell700', 'Bridge: scripts of a coinbase need not parse.'),
  rskip502: rule('reed810', 'Bridge: the union bridge may request and return bitcoins.'),
  rskip516: rule(
    'reed800',
    'The precompiles for the curve secp256k1; input of precompiles is cut to their maximum.',
  ),
  rskip529: rule('reed810', 'Bridge: base and super events of the union bridge.'),
  rskip535: rule(undefined, 'Headers of version 2, with the base event.', {
    overrides: { testnet: 7_604_200, regtest: 1 },
    needs: ['rskip351'],
  }),
  rskip536: rule('reed810', 'BlockHeader returns the difficulty with uncles and the cumulative work.', {
    overrides: { mainnet: 8_804_200 },
    needs: ['rskip119'],
  }),
  rskip540: rule('vetiver900', 'Bridge: fees are estimated for an amount.'),
  rskip543: rule(undefined, 'Draft: transactions may have a type.'),
  rskip544: rule('vetiver900', 'Contracts whose code starts with 0xEF cannot be created.'),
  rskip545: rule(
    undefined,
    'Draft: transactions of type 4; accounts may delegate to the code of contracts.',
    {
      needs: ['rskip543'],
    },
  ),
  rskip546: rule(undefined, "Draft: transactions of types 1 and 2 and of Rootstock's namespace.", {
    needs: ['rskip543'],
  }),
  rskip551: rule(
    'vetiver900',
    'Bridge: rejected peg-ins that cannot be refunded no longer count as processed.',
  ),
  rskip552: rule('vetiver900', 'A transaction sent directly to blake2f may have no data.', {
    needs: ['rskip153'],
  }),
  rskip559: rule('tbd1000', 'Bridge: confirmed peg-outs are taken in the order of their creation.'),
  umm: rule('papyrus200', 'Headers have the field ummRoot.', {
    overrides: { devnet: 1, ...afterRegtestGenesis },
  }),
} satisfies Record<string, RuleDefinition>

export type RuleName = keyof typeof ruleTable

export const ruleNames = Object.keys(ruleTable) as RuleName[]

export const isRuleName = (name: string): name is RuleName => Object.hasOwn(ruleTable, name)

/** A row with the common type of the table, which the literal types of the rows hide. */
export const ruleOf = (name: RuleName): RuleDefinition => ruleTable[name]

/** Rule → height of its first block on a network, -1 for never. */
export type Activations = Readonly<Record<RuleName, number>>

/** The heights of all rules of a network, given when its upgrades start. */
export function activationsFrom(network: NetworkName, upgrades: UpgradeHeights): Activations {
  const entries = ruleNames.map((name) => {
    const { upgrade, overrides } = ruleOf(name)
    return [name, overrides[network] ?? (upgrade === undefined ? never : upgrades[upgrade])]
  })
  return Object.fromEntries(entries)
}

export const activationsOf = (network: NetworkName): Activations =>
  activationsFrom(network, upgradeHeightsOf(network))
