import { addPages, buildCambium, removeBuild } from '../processes/cliProcess.ts'
import type { Attack, Outcome } from './attack.ts'
import { attacks, weaknesses } from './attacks.ts'
import { Random } from './random.ts'
import { configuredMiB, openTarget, type Target } from './target.ts'
import { observe, type VictimReport } from './victim.ts'

// npm run attack -- [--long] [--minutes N] [--seed N] [NAME …]: hostile programs against a real node, loopback only.

/** The memory that was configured and a quarter, whatever clients do. */
const maximumMiB = configuredMiB * 1.25
/** Processor time of the node's main thread while the victim waits for one answer. */
const maximumBusyMs = 200
/** A victim waits longer than this only if it is kept out; the machine may be loaded. */
const maximumWaitMs = 30_000

const words = process.argv.slice(2)
const isLong = words.includes('--long')
/** The number after an option. */
const numberAfter = (option: string, fallback: number): number =>
  words.includes(option) ? Number(words[words.indexOf(option) + 1]) : fallback
const seed = numberAfter('--seed', 1)
/** The longest time of one attack. */
const minutes = numberAfter('--minutes', 24 * 60)
const names = words.filter((word) => !word.startsWith('--') && Number.isNaN(Number(word)))
const unknown = names.find((name) => !attacks.some((attack) => attack.name === name))
if (unknown !== undefined || !Number.isSafeInteger(seed) || !(minutes > 0)) {
  console.error(
    `usage: npm run attack -- [--long] [--minutes N] [--seed N] [${attacks.map(({ name }) => name).join(' | ')}]`,
  )
  process.exit(2)
}
const chosen = attacks.filter(({ name }) => names.length === 0 || names.includes(name))

async function observed(attack: Attack, target: Target): Promise<Outcome & Partial<VictimReport>> {
  const endMs = performance.now() + minutes * 60_000
  const context = { target, random: new Random(seed), isLong, isOver: () => performance.now() > endMs }
  if (attack.isAlone === true) return attack.run(context)
  const victim = await observe(target.victim, target.pid)
  const outcome = await attack.run(context).catch((error: unknown) => ({ error }))
  const report = await victim.stop()
  const { figures, violations } =
    'error' in outcome ? { figures: '', violations: [`the attack ended with ${outcome.error}`] } : outcome
  return {
    figures,
    violations: [
      ...violations,
      ...victimViolations(report, weaknesses[attack.name] ?? maximumBusyMs),
      ...(target.isAlive ? [] : ['the node ended']),
    ],
    ...report,
  }
}

const victimViolations = (
  { failures, slowestMs, busiestMs, maximumMiB: usedMiB }: VictimReport,
  allowedMs: number,
): string[] => [
  ...failures.slice(0, 3).map((failure) => `the victim was refused: ${failure}`),
  ...(busiestMs > allowedMs
    ? [`the main thread worked for ${Math.round(busiestMs)} ms while the victim waited`]
    : []),
  ...(slowestMs > maximumWaitMs ? [`the victim waited ${Math.round(slowestMs)} ms`] : []),
  ...(usedMiB > maximumMiB ? [`the node held ${Math.round(usedMiB)} MiB`] : []),
]

const rounded = (value: number | undefined): string => (value === undefined ? '' : String(Math.round(value)))

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130))
buildCambium()
const hasPages = addPages()
let violationCount = 0
let target = await openTarget(hasPages)
console.log(
  '| attack | what it did | victim: answers, median ms, slowest | main thread ms | most MiB | seconds | |\n|---|---|--:|--:|--:|--:|---|',
)
try {
  for (const attack of chosen) {
    const startedAt = performance.now()
    const { figures, violations, answered, medianMs, slowestMs, busiestMs, maximumMiB } = await observed(
      attack,
      target,
    )
    const seconds = ((performance.now() - startedAt) / 1000).toFixed(1)
    const victim =
      answered === undefined
        ? ''
        : `${answered}, ${(medianMs ?? 0).toFixed(1)}, ${Math.round(slowestMs ?? 0)}`
    const verdict = violations.length === 0 ? 'held' : 'VIOLATED'
    console.log(
      `| ${attack.name} | ${figures} | ${victim} | ${rounded(busiestMs)} | ${rounded(maximumMiB)} | ${seconds} | ${verdict} |`,
    )
    for (const violation of violations) console.error(`${attack.name}: ${violation}`)
    violationCount += violations.length
    // What a program left behind is not the fault of the next: the system gives freed memory back late.
    const isLarge = maximumMiB !== undefined && maximumMiB > configuredMiB * 0.6
    if (!target.isAlive || violations.length > 0 || isLarge) {
      await target.stop()
      target = await openTarget(hasPages)
    }
  }
} finally {
  await target.stop()
  removeBuild()
}
console.log(`\nseed ${seed}: ${violationCount === 0 ? 'every bound held' : `${violationCount} violations`}`)
process.exit(violationCount === 0 ? 0 : 1)
