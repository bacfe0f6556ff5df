import { latestRules } from '../../src/evm/evmWorld.cases.ts'
import type { EvmRules } from '../../src/evm/rules.ts'
import { mainnet, regtest, testnet } from '../../src/protocol/networks/definitions.ts'
import type { Network } from '../../src/protocol/networks/network.ts'
import { rulesAt } from '../../src/protocol/networks/rules.ts'
import { ruleNames } from '../../src/protocol/networks/ruleTable.ts'
import { never } from '../../src/protocol/networks/upgrades.ts'

/* The different rules of the machine in the history of the networks, and with the rules that no network has yet. */

type Flag = Exclude<keyof EvmRules, 'id' | 'codeSizeLimit'>

const isFlag = (name: string): name is Flag => name !== 'id'
const flags = Object.keys(latestRules).filter(isFlag)

/** Two heights whose rules differ outside the machine have the same rules of the machine, and the same id here. */
function machineRules(rules: EvmRules): EvmRules {
  const id = flags.map((flag) => Number(rules[flag])).join('')
  return { ...latestRules, ...Object.fromEntries(flags.map((flag) => [flag, rules[flag]])), id }
}

export interface EvmEra {
  /** The network and the height of its first block. */
  readonly name: string
  readonly rules: EvmRules
}

function erasOf(network: Network): EvmEra[] {
  const starts = [...new Set([0, ...Object.values(network.activations).filter((height) => height > 0)])]
  return starts
    .sort((a, b) => a - b)
    .map((since) => ({ name: `${network.name} from ${since}`, rules: machineRules(rulesAt(network, since)) }))
}

const scheduled = [mainnet, testnet, regtest]
const drafts = ruleNames.filter((name) => scheduled.every(({ activations }) => activations[name] === never))
const withDrafts: Network = {
  ...regtest,
  activations: { ...regtest.activations, ...Object.fromEntries(drafts.map((name) => [name, 0])) },
}

const all: readonly EvmEra[] = [
  ...scheduled.flatMap(erasOf),
  { name: 'regtest with drafts', rules: machineRules(rulesAt(withDrafts, 1)) },
]

/** One era for each set of rules, of the network that has it first. */
export const evmEras: readonly EvmEra[] = [
  ...new Map(all.toReversed().map((era) => [era.rules.id, era])).values(),
].toReversed()

/** The era under which a program made from a seed runs. */
export const eraOfSeed = (seed: number): EvmEra => evmEras[seed % evmEras.length]!
