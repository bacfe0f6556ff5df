import { describe, expect, it } from 'vitest'
import { filesIn, textOf } from './documents.ts'

/* CONTRIBUTING.md, "Words": phrases that readers had to read twice, and words that the project does not use for an idea. */

const pages = ['README.md', 'CONTRIBUTING.md', 'deploy/README.md', ...filesIn('docs', '.md')]
const sources = filesIn('src', '.ts').filter((file) => !file.endsWith('.test.ts'))

const phrases = [
  'says nothing of',
  'tells nothing',
  'is for nothing',
  'beside the chain that',
  'that bring no more',
  'answered for by itself',
  'does not tell when',
  'than the settings say',
  'where nobody',
  'interests nobody',
  'again: try again',
  'are asked on',
  'has told its block',
  'of which is tried',
  'turned out to be needless',
]

/** Comments and pages as one line, so that a phrase is found across a line break. */
const proseOf = (file: string): string => textOf(file).replaceAll(/\s*\n\s*(?:\*|\/\/)?\s*/g, ' ')

describe('the words of pages and comments', () => {
  it.each(phrases)('do not include "%s"', (phrase) => {
    const files = [...pages, ...sources].filter((file) => proseOf(file).includes(phrase))
    expect(files).toEqual([])
  })
})
