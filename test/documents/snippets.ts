import { readFileSync } from 'node:fs'

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

export const pagesWithSnippets = ['README.md', 'docs/library.md', 'docs/dev.md', 'docs/peg.md']
