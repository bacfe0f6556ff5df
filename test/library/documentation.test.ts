import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

const textOf = (path: string): string => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8')

it('shows an example that is tested', () => {
  const [, example] = /<!-- example -->\n```ts\n([\s\S]*?)```/.exec(textOf('docs/library.md')) ?? []
  const tested = textOf('test/library/example.test.ts').replace("'../../src/index.ts'", "'cambium'")
  expect(example).toBe(tested)
})
