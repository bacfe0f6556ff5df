import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { serviceConfiguration } from '../../src/cli/configuration/serviceConfiguration.ts'
import { configurationOf } from '../../src/cli/configuration/sources.cases.ts'
import { pagesWithSnippets, type Snippet, snippetsOf } from './snippets.ts'

/*
 * The code of the pages that users copy from. Lines for a shell are in commands.test.ts, the console of docs/peg.md in
 * test/peg/whole, the files of docs/testing.md in test/package.
 */

const snippets = pagesWithSnippets.flatMap(snippetsOf)
const folder = mkdtempSync(join(import.meta.dirname, '.snippets-'))
afterAll(() => rmSync(folder, { recursive: true }))
beforeEach(() => {
  const log = vi.spyOn(console, 'log').mockImplementation(() => {})
  return () => log.mockRestore()
})

const ofLanguage = (language: string): Snippet[] =>
  snippets.filter((snippet) => snippet.language === language)
const titleOf = ({ page, line }: Snippet): string => `${page}:${line}`

function written({ text }: Snippet, index: number): string {
  const path = join(folder, `snippet${index}.ts`)
  writeFileSync(path, text)
  return path
}

const importsVitest = ({ text }: Snippet): boolean => /from 'vitest'/.test(text)

describe('the TypeScript of the pages', () => {
  it.each(
    ofLanguage('ts')
      .filter((snippet) => !importsVitest(snippet))
      .map((snippet) => [titleOf(snippet), snippet]),
  )('at %s runs', async (_, snippet) => {
    await import(written(snippet, snippets.indexOf(snippet)))
  })
})

// A snippet that is a test file registers its tests when it is imported.
for (const snippet of ofLanguage('ts').filter(importsVitest)) {
  const path = written(snippet, snippets.indexOf(snippet))
  describe(`the test at ${titleOf(snippet)}`, () => import(path))
}

it('the configuration of Hardhat is a member of an object', () => {
  for (const { text } of ofLanguage('js')) expect(() => new Function(`return {${text}}`)()).not.toThrow()
})

it.each(['docs/configuration.md', 'docs/mining.md'])('the configuration of %s is valid', (page) => {
  for (const { text } of snippetsOf(page).filter(({ language }) => language === 'toml')) {
    expect(serviceConfiguration(configurationOf({ file: text })).data).toBe('/var/lib/cambium')
  }
})

it('every snippet has a language that is tested', () => {
  const languages = new Set(snippets.map(({ language }) => language))
  // The contract of docs/peg.md has two lines of Solidity, and test/peg/whole uses a similar one. The page's script of
  // docs/light.md runs in test/processes/light.test.ts.
  expect([...languages].sort()).toEqual([
    ...['console', 'javascript', 'js', 'mermaid', 'sh', 'solidity', 'toml', 'ts'],
  ])
})
