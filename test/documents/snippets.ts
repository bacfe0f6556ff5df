import { readFileSync } from 'node:fs'
import { filesIn } from './documents.ts'

/** A block of code in a document. */
export interface Snippet {
  readonly page: string
  readonly line: number
  /** `ts`, `sh` … */
  readonly language: string
  readonly text: string
}

/** The blocks of code of a document that name their language. */
export function snippetsOf(page: string): Snippet[] {
  const content = readFileSync(new URL(`../../${page}`, import.meta.url), 'utf8')
  return [...content.matchAll(/^```(\w+)\n(.*?)^```$/gms)].map(({ 1: language, 2: text, index }) => ({
    page,
    line: content.slice(0, index).split('\n').length,
    language: language!,
    text: text!,
  }))
}

/** Pages whose TypeScript runs by itself. */
export const pagesWithSnippets = [
  'README.md',
  'docs/library.md',
  'docs/dev.md',
  'docs/light.md',
  'docs/mining.md',
  'docs/peg.md',
]

/** Pages with lines for a shell. */
export const pagesWithCommands = [
  'README.md',
  'CONTRIBUTING.md',
  'bench/README.md',
  'deploy/README.md',
  ...filesIn('docs', '.md'),
]

/** The lines of a page for a shell, without comments; a line that ends with a backslash continues. */
export const commandLinesOf = (page: string): string[] =>
  snippetsOf(page)
    .filter(({ language }) => language === 'sh' || language === 'console')
    .flatMap(({ text, language }) =>
      text
        .replaceAll('\\\n', ' ')
        .split('\n')
        .filter((line) => language === 'sh' || line.startsWith('$ '))
        .map((line) =>
          line
            .replace(/\s+#.*$/, '')
            .replace(/^(\$ |npx )/, '')
            .replace(/\s+/g, ' ')
            .trim(),
        )
        .filter((line) => line !== ''),
    )

/** Words of a command line; quoted ones stay together. */
export const wordsOf = (line: string): string[] =>
  [...line.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain!)
