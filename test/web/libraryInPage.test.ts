import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hasBrowser, useBrowser, type WatchedPage } from './browser.ts'
import { bundledTests } from './inPage/bundledTests.ts'
import { type PageServer, servePages } from './inPage/pageServer.ts'
import type { TestResult } from './inPage/runInPage.ts'

/* Tests of the library, as they are, on the web side of its sources. */

const files = [
  'test/library/calls.test.ts',
  'test/library/development.test.ts',
  'test/library/provider.test.ts',
  'test/library/remasc.test.ts',
  'test/library/stateHistory.test.ts',
  'test/library/submissions.test.ts',
  'test/library/typed.test.ts',
  'test/peg/pegMethods.test.ts',
]

describe.skipIf(!hasBrowser)('in a page under a strict content security policy', () => {
  const browser = useBrowser()
  let server: PageServer
  let watched: WatchedPage
  beforeAll(async () => {
    const tests = await bundledTests(files)
    server = await servePages((path) => (path === '/tests.js' ? tests : undefined))
    watched = await browser.open()
    await watched.page.goto(server.url)
  })
  afterAll(async () => {
    // Nodes report dropped transactions, and the browser that the page has no icon.
    await watched?.close(/console: /)
    await server?.close()
  })

  it.each(files)('%s passes', async (file) => {
    const results = await watched.page.evaluate<TestResult[]>(
      `import('/tests.js').then(({ run }) => run(${JSON.stringify(file)}))`,
    )
    expect(results.length).toBeGreaterThan(1)
    expect(results.filter(({ state }) => state !== 'pass')).toEqual([])
  })
})
