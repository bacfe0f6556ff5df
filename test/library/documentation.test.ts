import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

const textOf = (path: string): string => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8')

describe('docs/library.md', () => {
  it('shows the example of test/library/example.test.ts', () => {
    const [, example] = /<!-- example -->\n```ts\n([\s\S]*?)```/.exec(textOf('docs/library.md')) ?? []
    const tested = textOf('test/library/example.test.ts').replace("'../../src/index.ts'", "'cambium'")
    expect(example).toBe(tested)
  })
})
