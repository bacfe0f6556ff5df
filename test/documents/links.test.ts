import { existsSync } from 'node:fs'
import { posix } from 'node:path'
import { describe, expect, it } from 'vitest'
import {
  anchorsOf,
  documentPaths,
  filesIn,
  namedPaths,
  relativeLinks,
  repository,
  textOf,
} from './documents.ts'

const codeFiles = ['src', 'web', 'test', 'bench', 'assembly', 'scripts'].flatMap((folder) =>
  ['.ts', '.mjs', '.tsx'].flatMap((ending) => filesIn(folder, ending)),
)

/** Whether a file of code or a document has a path with this end. */
const isKnown = (name: string): boolean =>
  [...codeFiles, ...documentPaths].some((path) => `/${path}`.endsWith(`/${name}`))

const isThere = (path: string): boolean => existsSync(`${repository}${path}`)

/** Why a link leads nowhere; undefined when file and anchor exist. */
function problemOf(document: string, link: string): string | undefined {
  const [file = '', anchor] = link.split('#')
  const path = file === '' ? document : posix.join(posix.dirname(document), file)
  if (!isThere(path)) return `${link}: ${path} does not exist`
  if (anchor === undefined || anchorsOf(path).has(anchor)) return undefined
  return `${link}: ${path} has no heading for #${anchor}`
}

describe.each(documentPaths)('the document %s', (document) => {
  it('links to files and headings that exist', () => {
    expect(relativeLinks(document).flatMap((link) => problemOf(document, link) ?? [])).toEqual([])
  })

  it('names files and folders that exist', () => {
    const places = (path: string): string[] => [path, `src/${path}`, `src/${path}.ts`, `web/${path}`]
    expect(namedPaths(document).filter((path) => !places(path).some(isThere))).toEqual([])
  })

  it('names files of code that exist, by the ends of their paths', () => {
    const named = [...textOf(document).matchAll(/`((?!x\.)\w[\w./-]*\.(?:ts|tsx|mjs))`/g)].map(
      ([, name]) => name!,
    )
    expect(named.filter((name) => !/MODULE|NAME/.test(name) && !isKnown(name))).toEqual([])
  })
})

describe('comments of the code', () => {
  it('name files of code and pages that exist, by the ends of their paths', () => {
    const comment = /\/\*[\s\S]*?\*\/|\/\/.*/g
    const fileName = /(?<![\w/:.-])(?:[\w-]+\/)*[\w-]+\.(?:ts|tsx|mjs|md)\b/g
    const named = codeFiles.flatMap((path) =>
      (textOf(path).match(comment) ?? []).flatMap((text) =>
        (text.match(fileName) ?? []).map((name) => ({ path, name })),
      ),
    )
    expect(named.length).toBeGreaterThan(100)
    expect(named.filter(({ name }) => !/MODULE|NAME/.test(name) && !isKnown(name))).toEqual([])
  })
})

describe('the check of links', () => {
  it('finds a missing file and a missing heading', () => {
    expect(problemOf('README.md', 'docs/missing.md')).toBeDefined()
    expect(problemOf('README.md', 'CONTRIBUTING.md#missing')).toBeDefined()
    expect(problemOf('docs/decisions.md', '../README.md')).toBeUndefined()
  })

  it('reads every document', () => {
    expect(documentPaths).toEqual(
      expect.arrayContaining(['README.md', 'docs/decisions.md', 'test/fixtures/README.md']),
    )
  })
})
