import { afterAll, beforeAll } from 'vitest'
import { buildCambium, removeBuild } from './cliProcess.ts'
import { TemporaryFolder } from './temporaryFolder.ts'

const variables = { ...process.env }

/** Whether to run tests that take too long for the usual run: they need a bundle of the program and several processes. */
export const isLongRun = process.env['CAMBIUM_DAMAGES'] !== undefined

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
