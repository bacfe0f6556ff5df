import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { pagesWithSnippets, snippetsOf } from '../documents/snippets.ts'
import { type InstalledPackage, installPackage, root } from './installedPackage.ts'

/* Projects of users, which have installed the packed package beside their test runners. */

const versions = {
  ...JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).devDependencies,
  jest: '30.5.2',
  mocha: '12.0.3',
}
const pinned = (...names: readonly string[]): string[] => names.map((name) => `${name}@${versions[name]}`)
const { arch } = process
const bunPackage = `@oven/bun-linux-${arch === 'arm64' ? 'aarch64' : arch}`
const denoPackage = `@deno/linux-${arch}-glibc`
/** Each package has the program for one system, so no install script has to run. */
const otherRuntimes = [
  {
    name: 'Node.js 22',
    dependency: `node22@npm:node-linux-${arch}@22.23.3`,
    program: 'node22/bin/node',
    words: [],
  },
  {
    name: 'Node.js 24',
    dependency: `node24@npm:node-linux-${arch}@24.21.0`,
    program: 'node24/bin/node',
    words: [],
  },
  { name: 'Bun', dependency: `${bunPackage}@1.4.4`, program: `${bunPackage}/bin/bun`, words: [] },
  { name: 'Deno', dependency: `${denoPackage}@2.9.5`, program: `${denoPackage}/deno`, words: ['run', '-A'] },
]

let installed: InstalledPackage
beforeAll(async () => {
  installed = await installPackage(
    ...pinned('vitest', 'jest', 'mocha', 'ethers', 'viem', 'esbuild', 'typescript', '@types/node'),
  )
  // npm leaves out what it does not have for this system.
  const dependencies = otherRuntimes.map(({ dependency }) => dependency)
  const options = ['--save-optional', '--ignore-scripts', '--prefer-offline', '--no-audit', '--no-fund']
  await installed.run('npm', 'install', ...options, ...dependencies)
})
afterAll(() => installed.remove())

const bin = (path: string): string => join(installed.folder, 'node_modules', path)

describe('a test suite', () => {
  it('of Vitest runs, with a node per file, per test and behind a URL', async () => {
    expect(await installed.runIn('vitest', 'node', bin('vitest/vitest.mjs'), 'run')).toMatch(
      /Tests\s.*6 passed/,
    )
  })

  it('of Vitest shows the line of Solidity when a test fails', async () => {
    const failing = installed.runIn('vitestFailing', 'node', bin('vitest/vitest.mjs'), 'run')
    await expect(failing).rejects.toThrow(
      /Solidity stack trace:\n {4}at Vault\.close \(contracts\/Vault\.sol:3\)/,
    )
  })

  it.each([
    ['CommonJS', 'cjs', []],
    ['ES modules', 'mjs', ['--experimental-vm-modules']],
  ])('of Jest as %s runs', async (_, extension, options) => {
    const config = JSON.stringify({ testMatch: [`**/*.test.${extension}`], transform: {} })
    const words = [...options, bin('jest/bin/jest.js'), '--config', config, '--rootDir', '.']
    await installed.runIn('jest', 'node', ...words)
  })

  it('of Mocha runs', async () => {
    expect(await installed.runIn('mocha', 'node', bin('mocha/bin/mocha.js'), '*.spec.mjs')).toContain(
      '1 passing',
    )
  })

  it('of node:test runs', async () => {
    const printed = await installed.runIn(
      'nodeTest',
      'node',
      '--test',
      '--test-reporter=tap',
      'payment.test.mjs',
    )
    expect(printed).toMatch(/# pass 1\n# fail 0/)
  })
})

describe('the pages', () => {
  it('show the files of the projects', () => {
    const pages = ['docs/testing.md', 'docs/browser.md'].map((page) => readFileSync(join(root, page), 'utf8'))
    const shown = pages.flatMap((page) => [...page.matchAll(/<!-- (\S+) -->\n```\w+\n(.*?)```/gs)])
    expect(shown.length).toBeGreaterThan(9)
    for (const [, path, text] of shown) expect(text, path).toBe(readFileSync(join(root, path!), 'utf8'))
  })

  it('have snippets with correct types', async () => {
    const snippets = [...pagesWithSnippets, 'docs/testing.md'].flatMap(snippetsOf)
    const files = snippets
      .filter(({ language }) => language === 'ts')
      .map(({ text, page, line }) => {
        const name = `${page.replace(/\W/g, '-')}-${line}.mts`
        writeFileSync(join(installed.folder, name), text)
        return name
      })
    expect(files.length).toBeGreaterThan(8)
    await compile(
      'snippets',
      { module: 'nodenext', lib: ['esnext', 'dom'], skipLibCheck: true, types: ['node'] },
      files,
    )
  })
})

async function compile(name: string, options: object, files: readonly string[]): Promise<void> {
  const project = `tsconfig.${name}.json`
  const compilerOptions = { target: 'es2022', strict: true, noEmit: true, ...options }
  writeFileSync(join(installed.folder, project), JSON.stringify({ compilerOptions, files }))
  await installed.run('node', bin('typescript/bin/tsc'), '-p', project)
}

describe('the declarations', () => {
  it.each([
    ['node16', 'node16', 'node16'],
    ['nodenext', 'nodenext', 'nodenext'],
    ['bundler', 'esnext', 'bundler'],
  ])(
    'are correct for the resolution %s without the DOM library and the types of Node.js',
    async (_, module, moduleResolution) => {
      for (const extension of ['mts', 'cts']) {
        if (extension === 'cts' && moduleResolution === 'bundler') continue
        const name = `typed-${moduleResolution}.${extension}`
        writeFileSync(join(installed.folder, name), readFileSync(join(installed.folder, 'typed.ts')))
        const options = { module, moduleResolution, lib: ['es2022'], types: [], skipLibCheck: false }
        await compile(`${moduleResolution}-${extension}`, options, [name])
      }
    },
  )

  it('are few, with comments and maps to sources that are in the package', () => {
    const declarations = installed.files.filter((path) => /^dist\/types\/.*\.d\.ts$/.test(path))
    expect(declarations.length).toBeLessThan(40)
    for (const path of declarations) {
      const { sources } = JSON.parse(readFileSync(bin(`cambium/${path}.map`), 'utf8'))
      expect(existsSync(join(bin(`cambium/${path}`), '..', sources[0])), path).toBe(true)
    }
    expect(readFileSync(bin('cambium/dist/types/library/localNode.d.ts'), 'utf8')).toContain(
      'as `evm_snapshot` does',
    )
  })
})

describe('a bundle of esbuild', () => {
  const bundled = async (name: string, ...options: readonly string[]): Promise<void> => {
    // A CommonJS file has no top-level await.
    const program = name.endsWith('.cjs') ? 'main.cjs' : 'main.mjs'
    await installed.run(
      'node',
      bin('esbuild/bin/esbuild'),
      program,
      '--bundle',
      `--outfile=${name}`,
      '--log-level=error',
      ...options,
    )
  }

  it.each([
    ['as CommonJS', 'bundle.cjs', ['--platform=node']],
    ['as an ES module', 'bundle.mjs', ['--platform=node', '--format=esm']],
    ['without the package', 'external.mjs', ['--platform=node', '--format=esm', '--external:cambium']],
  ])('%s runs beside the installed package', async (_, name, options) => {
    await bundled(name, ...options)
    const result = await installed.run('node', name, join(installed.folder, `data-${name}`))
    expect(JSON.parse(result)).toMatchObject({ head: '0x1', isReverted: false, refusal: -32_601 })
  })

  it('for a browser has no folders, and says so', async () => {
    await bundled('page.mjs', '--format=esm')
    await expect(installed.run('node', 'page.mjs', 'data')).rejects.toThrow(
      'dataFolder needs Node.js or Bun, not a web page',
    )
  })
})

describe.each(otherRuntimes)('$name', ({ name, program, words }) => {
  it.for(['main.mjs', 'main.cjs'])('runs a local chain: %s', async (file, { skip }) => {
    if (!existsSync(bin(program))) {
      console.warn(`skipped: npm has no ${name} for this system`)
      skip()
    }
    const folder = join(installed.folder, `data-${name.replaceAll(' ', '')}-${file}`)
    expect(JSON.parse(await installed.run(bin(program), ...words, file, folder))).toMatchObject({
      head: '0x1',
      refusal: -32_601,
    })
  })
})

it('no link of the README leads to a file that is not in the package', () => {
  const readme = readFileSync(bin('cambium/README.md'), 'utf8')
  const links = [...readme.matchAll(/\]\((?!https?:)([^)#]+)/g)].map(([, path]) => path!)
  expect(links.length).toBeGreaterThan(10)
  expect(links.filter((path) => !existsSync(bin(`cambium/${path}`)))).toEqual([])
})
