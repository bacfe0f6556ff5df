import { createNode } from 'cambium'
import type { TestProject } from 'vitest/node'

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const node = await createNode()
  const { url } = await node.listen()
  project.provide('url', url)
  return () => node.close()
}

declare module 'vitest' {
  interface ProvidedContext {
    url: string
  }
}
