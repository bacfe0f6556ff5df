import { afterAll, beforeAll, expect } from 'vitest'
import { buildCambium, removeBuild } from './cliProcess.ts'
import type { StartedNode } from './nodeProcess.ts'
import { TemporaryFolder } from './temporaryFolder.ts'

const variables = { ...process.env }

/** Whether to run tests that take too long for the usual run: they need a bundle of the program and several processes. */
export const isLongRun = process.env['CAMBIUM_DAMAGES'] !== undefined

/** How often such a test kills a process. */
export const kills = Number(process.env['CAMBIUM_KILLS'] ?? '1')

/** Builds the program for the tests of a `describe`, and gives them a folder. */
export function withBuild(): TemporaryFolder {
  const folder = new TemporaryFolder()
  beforeAll(() => {
    // The program refuses variables with its name that are not settings.
    for (const name of ['CAMBIUM_DAMAGES', 'CAMBIUM_KILLS']) delete process.env[name]
    buildCambium()
  })
  afterAll(() => {
    // Other files of tests may run in the same process.
    Object.assign(process.env, variables)
    removeBuild()
    folder.remove()
  })
  return folder
}

/** Asks everything at once, and kills the process when it has answered some of it. */
export async function askAndKill(
  { running }: StartedNode,
  questions: readonly (() => Promise<void>)[],
  answers: number,
): Promise<void> {
  let left = answers
  const asked = questions.map(async (question) => {
    await question()
    if (--left === 0) running.child.kill('SIGKILL')
  })
  const ends = await Promise.allSettled(asked)
  const failures = ends.flatMap((end) => (end.status === 'rejected' ? [end.reason] : []))
  // Questions without an answer fail with the connection.
  expect(failures.filter((reason) => !(reason instanceof TypeError))).toEqual([])
  running.child.kill('SIGKILL')
  await running.ended
}
