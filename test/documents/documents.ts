import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

export const repository = fileURLToPath(new URL('../../', import.meta.url))

/** Files of a folder and its subfolders, as paths relative to the repository, without installed packages and the hidden ones that other tests write. */
export const filesIn = (folder: string, ending: string): string[] =>
  readdirSync(`${repository}${folder}`, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith(ending) && !/(^|\/)(\.|node_modules\/)/.test(path))
    .map((path) => `${folder}/${path}`)
    .sort()

/** The documents, as paths relative to the repository. */
export const documentPaths: readonly string[] = [
  ...readdirSync(repository).filter((path) => path.endsWith('.md')),
  ...['docs', 'src', 'test'].flatMap((folder) => filesIn(folder, '.md')),
  'bench/README.md',
  'deploy/README.md',
  ...filesIn('examples', 'README.md'),
]

export const textOf = (path: string): string => readFileSync(`${repository}${path}`, 'utf8')

/** The text outside of fenced blocks of code. */
const prose = (text: string): string => text.replace(/^```[\s\S]*?^```$/gm, '')

/** Targets of Markdown links, without those to web sites. */
export const relativeLinks = (path: string): string[] =>
  [...prose(textOf(path)).matchAll(/\]\(([^)\s]+)\)/g)]
    .map(([, target]) => target!)
    .filter((target) => !/^[a-z]+:/.test(target))

const foldersOf = (folder: string): string[] =>
  readdirSync(`${repository}${folder}`, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)

/** The folders of the repository, and the rooms of `src/` and `web/`, whose paths the documents shorten. */
const firstFolders = ['', 'src', 'web']
  .flatMap(foldersOf)
  .filter((folder) => !['dist', 'node_modules'].includes(folder))

/** Paths of files and folders of this repository in code spans and plans, without patterns such as `src/rpc/MODULE/NAME.ts`. */
export const namedPaths = (path: string): string[] =>
  [
    ...prose(textOf(path)).matchAll(/`([\w.]+\/[\w./-]*)`/g),
    // A plan of folders begins its lines with them.
    ...textOf(path).matchAll(/^(src\/\S+) {2}/gm),
  ]
    .map(([, named]) => named!)
    .filter((named) => firstFolders.includes(named.split('/')[0]!) && !/MODULE|NAME/.test(named))

/** Anchors of the headings, as GitHub makes them. */
export function anchorsOf(path: string): ReadonlySet<string> {
  const anchors = new Set<string>()
  for (const [, heading] of prose(textOf(path)).matchAll(/^#{1,6} +(.+)$/gm)) {
    const anchor = anchorOf(heading!)
    let repeated = 0
    while (anchors.has(numbered(anchor, repeated))) repeated++
    anchors.add(numbered(anchor, repeated))
  }
  return anchors
}

const numbered = (anchor: string, repeated: number): string =>
  repeated === 0 ? anchor : `${anchor}-${repeated}`

const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replace(/[^\p{Letter}\p{Number}\s_-]/gu, '')
    .trim()
    .replace(/\s/g, '-')
