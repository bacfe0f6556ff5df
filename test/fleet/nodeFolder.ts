import { afterAll, afterEach, beforeAll } from 'vitest'
import { buildCambium, removeBuild } from '../processes/cliProcess.ts'
import { folderOfEachTest } from '../processes/folderOfEachTest.ts'
import { type StartedNode, startNodeWith, stop } from '../processes/nodeProcess.ts'
import type { TemporaryFolder } from '../processes/temporaryFolder.ts'

/** A folder for each test of a file, and the processes that share it: both end with the test. */
export interface NodeFolder {
  readonly folder: TemporaryFolder
  /** Starts a process, on a free port unless the words name one. */
  start(...words: readonly string[]): Promise<StartedNode & { readonly url: string }>
}

export function useNodeFolder(): NodeFolder {
  const folder = folderOfEachTest()
  const started: StartedNode[] = []
  beforeAll(buildCambium)
  afterAll(removeBuild)
  afterEach(async () => {
    await Promise.all(started.splice(0).map(({ running }) => stop(running, 'SIGKILL')))
  })
  return {
    folder,
    async start(...words) {
      const port = words.includes('--port') ? [] : ['--port', '0']
      const node = await startNodeWith([...port, ...words])
      started.push(node)
      return { ...node, url: node.announced.networks[0]!.url }
    },
  }
}
