import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { parseArguments } from '../../src/cli/commandLine/arguments.ts'
import { helpOption } from '../../src/cli/commandLine/command.ts'
import { commandSummaries, loadCommand } from '../../src/cli/commandTable.ts'
import { pagesWithSnippets, type Snippet, snippetsOf } from './snippets.ts'

/* Every snippet of the pages that users copy from. Those of docs/peg.md in the form of a console run in test/peg/whole. */

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

/** The command lines of a snippet, without comments; a line that ends with a backslash goes on. */
const commandLines = ({ text, language }: Snippet): string[] =>
  text
    .replaceAll('\\\n', ' ')
    .split('\n')
    .filter((line) => language === 'sh' || line.startsWith('$ '))
    .map((line) =>
      line
        .replace(/\s+#.*$/, '')
        .replace(/^(\$ |npx )/, '')
        .trim(),
    )
    .filter((line) => line !== '')

describe('the command lines of the pages', () => {
  const lines = [...ofLanguage('sh'), ...ofLanguage('console')].flatMap((snippet) =>
    commandLines(snippet).map((line) => [titleOf(snippet), line] as const),
  )

  it.each(lines.filter(([, line]) => line.startsWith('cambium ')))(
    'at %s are understood: %s',
    async (_, line) => {
      const words = line.split(/\s+/).slice(1)
      const names = [words.slice(0, 2).join(' '), words[0]]
      const summary = commandSummaries.find(({ name }) => names.includes(name))
      expect(summary, line).toBeDefined()
      const command = await loadCommand(summary!)
      const rest = words.slice(command.name.split(' ').length)
      expect(() => parseArguments(rest, [...command.options, helpOption], {})).not.toThrow()
    },
  )

  it('are those of cambium, npm and curl', () => {
    const programs = lines.map(([, line]) => line.split(' ')[0])
    expect(new Set(programs)).toEqual(new Set(['cambium', 'npm', 'curl']))
  })
})

it('the configuration of Hardhat is a member of an object', () => {
  for (const { text } of ofLanguage('js')) expect(() => new Function(`return {${text}}`)()).not.toThrow()
})

it('every snippet has a language that is tested', () => {
  const languages = new Set(snippets.map(({ language }) => language))
  // The contract of docs/peg.md is two lines of Solidity, and test/peg/whole uses one like it.
  expect([...languages].sort()).toEqual(['console', 'js', 'sh', 'solidity', 'ts'])
})
