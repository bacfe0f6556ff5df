import { addPages, buildCambium, removeBuild } from '../processes/cliProcess.ts'
import type { Attack, Outcome } from './attack.ts'
import { attacks, promisedMs, weakMs, weaknesses } from './attacks.ts'
import { Random } from './random.ts'
import { configuredMiB, openGatewayTarget, openTarget, type Target } from './target.ts'
import { observe, type VictimReport } from './victim.ts'

// npm run attack -- [--long] [--gateway] [--minutes N] [--seed N] [NAME …]: hostile programs against a real node, or against a
// gateway before one; loopback only.

/** The configured memory and a quarter. */
const maximumMiB = configuredMiB * 1.25
/** Interval between progress lines of a long attack. */
const progressMs = 10_000
/** A victim that waits longer is shut out; on a busy machine others wait for seconds. */
const maximumWaitMs = 30_000
/** Other load on the machine lengthens one wait of the victim now and then, a weakness lengthens one in every run. */
const maximumRuns = 3

const words = process.argv.slice(2)
const isLong = words.includes('--long')
const throughGateway = words.includes('--gateway')
const offered = attacks.filter(({ isForGateways }) => !throughGateway || isForGateways)
/** The number after an option. */
const numberAfter = (option: string, fallback: number): number =>
  words.includes(option) ? Number(words[words.indexOf(option) + 1]) : fallback
const seed = numberAfter('--seed', 1)
/** Maximum duration of one attack. */
const minutes = numberAfter('--minutes', 24 * 60)
const names = words.filter((word) => !word.startsWith('--') && Number.isNaN(Number(word)))
const unknown = names.find((name) => !offered.some((attack) => attack.name === name))
if (unknown !== undefined || !Number.isSafeInteger(seed) || !(minutes > 0)) {
  console.error(
    `usage: npm run attack -- [--long] [--gateway] [--minutes N] [--seed N] [${offered.map(({ name }) => name).join(' | ')}]`,
  )
  process.exit(2)
}
/** Programs one after the other; those of a group run at the same time. */
const groups: Attack[][] = []
for (const attack of offered.filter(({ name }) => names.length === 0 || names.includes(name))) {
  const before = groups.at(-1)
  if (attack.isMostlyWaiting && before?.[0]?.isMostlyWaiting) before.push(attack)
  else groups.push([attack])
}

interface Observed extends Required<Outcome> {
  /** Waits of the victim in which the main thread worked for too long. */
  readonly longWaits: readonly string[]
}

async function observed(attack: Attack, target: Target): Promise<Observed> {
  const startMs = performance.now()
  const endMs = startMs + minutes * 60_000
  let printedMs = startMs
  const context = {
    target,
    random: new Random(seed),
    isLong,
    isOver: () => performance.now() > endMs,
    progress(text: string) {
      const nowMs = performance.now()
      if (nowMs - printedMs < progressMs) return
      printedMs = nowMs
      console.error(`${attack.name}: ${text} after ${Math.round((nowMs - startMs) / 1000)} s`)
    },
  }
  const victim = attack.isAlone ? undefined : await observe(target.victim, target.pid)
  const outcome = await attack.run(context).catch((error: unknown) => ({
    figures: '',
    violations: [`the attack ended with ${error}`],
    victims: undefined,
  }))
  const victims = [...(victim === undefined ? [] : [await victim.stop()]), ...(outcome.victims ?? [])]
  const allowedMs = weaknesses.has(attack.name) ? weakMs : promisedMs
  return {
    figures: outcome.figures,
    violations: [
      ...outcome.violations,
      ...victims.flatMap(victimViolations),
      ...(target.isAlive ? [] : ['the node ended']),
    ],
    longWaits: victims.flatMap(({ keptBusyMs, newBusyMs }) => [
      ...longWait('kept', keptBusyMs, allowedMs),
      ...longWait('new', newBusyMs, allowedMs),
    ]),
    victims,
  }
}

const longWait = (kind: 'kept' | 'new', busyMs: number, allowedMs: number): string[] =>
  busyMs > allowedMs
    ? [
        `the main thread worked for ${Math.round(busyMs)} ms while the victim waited over a ${kind} connection`,
      ]
    : []

const victimViolations = ({ failures, slowestMs, maximumMiB: usedMiB }: VictimReport): string[] => [
  ...failures.slice(0, 3).map((failure) => `the victim was refused: ${failure}`),
  ...(slowestMs > maximumWaitMs ? [`the victim waited ${Math.round(slowestMs)} ms`] : []),
  ...(usedMiB > maximumMiB ? [`the node held ${Math.round(usedMiB)} MiB`] : []),
]

/** The highest value of a figure among the victims; empty without victims. */
const highest = (victims: readonly VictimReport[], figure: (report: VictimReport) => number): string =>
  victims.length === 0 ? '' : String(Math.round(Math.max(...victims.map(figure))))

/** What follows from one run of a program. */
interface Run {
  /** Only the main thread's time exceeded a bound. */
  readonly isAgain: boolean
  /** The next program needs another target. */
  readonly isSpent: boolean
}

/** Prints the line of a program. */
async function attackOnce(attack: Attack, target: Target, run: number): Promise<Run> {
  const startedAt = performance.now()
  const { figures, violations, longWaits, victims } = await observed(attack, target)
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1)
  const waits = victims.map(
    ({ answered, medianMs, slowestMs }) => `${answered}, ${medianMs.toFixed(1)}, ${Math.round(slowestMs)}`,
  )
  const isAgain = violations.length === 0 && longWaits.length > 0 && run < maximumRuns
  const faults = isAgain ? [] : [...violations, ...longWaits]
  const verdict = isAgain ? 'again' : faults.length === 0 ? 'held' : 'VIOLATED'
  const keptMs = highest(victims, (report) => report.keptBusyMs)
  const newMs = highest(victims, (report) => report.newBusyMs)
  const usedMiB = highest(victims, (report) => report.maximumMiB)
  console.log(
    `| ${attack.name} | ${figures} | ${waits.join('; ')} | ${keptMs} | ${newMs} | ${usedMiB} | ${seconds} | ${verdict} |`,
  )
  for (const fault of faults) console.error(`${attack.name}: ${fault}`)
  violationCount += faults.length
  // The system takes freed memory back late, so the next program does not get a process that was large.
  const isLarge = Number(usedMiB) > configuredMiB * 0.6
  const isSpent =
    !target.isAlive || (!attack.isAlone && (violations.length > 0 || longWaits.length > 0 || isLarge))
  return { isAgain, isSpent }
}

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130))
buildCambium()
const hasPages = addPages()
let violationCount = 0
const runCounts = new Map<Attack, number>()
const runOf = (attack: Attack): number => {
  const run = (runCounts.get(attack) ?? 0) + 1
  runCounts.set(attack, run)
  return run
}
const open = (): Promise<Target> => (throughGateway ? openGatewayTarget() : openTarget(hasPages))
let target = await open()
console.log(
  '| attack | what it did | victim: answers, median ms, slowest | main thread ms: kept connection | new | most MiB | seconds | |\n|---|---|--:|--:|--:|--:|--:|---|',
)
try {
  while (groups.length > 0) {
    const group = groups.shift() ?? []
    const runs = await Promise.all(group.map((attack) => attackOnce(attack, target, runOf(attack))))
    groups.unshift(...group.filter((_, index) => runs[index]?.isAgain).map((attack) => [attack]))
    if (!runs.some(({ isSpent }) => isSpent) || groups.length === 0) continue
    await target.stop()
    target = await open()
  }
} finally {
  await target.stop()
  removeBuild()
}
console.log(`\nseed ${seed}: ${violationCount === 0 ? 'every bound held' : `${violationCount} violations`}`)
process.exit(violationCount === 0 ? 0 : 1)
