import type { GivenWords } from '../commandLine/command.ts'
import { CommandFailure } from '../commandLine/commandFailure.ts'

/** Reading a damaged page, LMDB ends its process with one of these; SIGABRT is a failed assertion. */
const signalsOfDamage: ReadonlySet<NodeJS.Signals> = new Set([
  'SIGSEGV',
  'SIGBUS',
  'SIGABRT',
  'SIGILL',
  'SIGFPE',
  'SIGTRAP',
])

/** Runs a command that reads a file which may be damaged, in a child process whose end becomes an error. */
export async function readApart(
  given: GivenWords,
  { file, advice }: { readonly file: string; readonly advice: string },
  work: () => Promise<number | undefined>,
): Promise<number | undefined> {
  if (given.runApart === undefined) return work()
  const { exitCode, signal, lastReport = 'its first pages' } = await given.runApart()
  if (signal === undefined || !signalsOfDamage.has(signal)) return exitCode
  throw new CommandFailure(`${file} is damaged beyond reading at ${lastReport} (${signal}): ${advice}`)
}
