import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

const textOf = (path: string): string => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8')

describe('docs/library.md', () => {
  it.each([
    ['example', 'example.test.ts'],
    ['upgrade example', 'upgradeExample.test.ts'],
  ])('shows the %s of test/library/%s', (marker, file) => {
    const shown = new RegExp(`<!-- ${marker} -->\\n\`\`\`ts\\n([\\s\\S]*?)\`\`\``)
    const [, example] = shown.exec(textOf('docs/library.md')) ?? []
    const tested = textOf(`test/library/${file}`).replace("'../../src/index.ts'", "'cambium'")
    expect(example).toBe(tested)
  })
})
