// Compares the engines on random programs, in turn under the rules of every era of the networks, until it is stopped
// or for a number of programs:
//   npx tsx scripts/fuzz-evm.ts [first seed] [number of programs]
// A failure prints its seed; the arguments SEED 1 repeat it.

import { compareEngines } from '../src/evm/fast/engineComparison.cases.ts'
import { randomScenario } from '../src/evm/fast/scenarios.cases.ts'
import { toHexDigits } from '../src/primitives/hex.ts'
import { eraOfSeed, evmEras } from '../test/rules/evmEras.ts'

const [first = Date.now() % 2 ** 31, count = Number.POSITIVE_INFINITY] = process.argv.slice(2).map(Number)
const counts: Record<string, number> = { success: 0, revert: 0, halt: 0, skipped: 0 }
console.log(`${evmEras.length} eras:\n  ${evmEras.map(({ name }) => name).join('\n  ')}`)

for (let seed = first; seed < first + count; seed++) {
  const era = eraOfSeed(seed)
  const scenario = randomScenario(seed, era.rules)
  const { comparison, status } = compareEngines(scenario)
  counts[comparison === 'skipped' ? comparison : status]!++
  if (typeof comparison === 'object') {
    console.error(`seed ${seed}: the engines disagree under the rules of ${era.name}`)
    console.dir(comparison, { depth: 6 })
    console.dir({ ...scenario.message, rules: scenario.rules.id }, { depth: 6 })
    for (const { address, code } of scenario.contracts) console.error(toHexDigits(address), toHexDigits(code))
    process.exit(1)
  }
  if ((seed - first + 1) % 1000 === 0)
    console.log(`${seed - first + 1} programs agree`, JSON.stringify(counts))
}
console.log('all programs agree', JSON.stringify(counts))
