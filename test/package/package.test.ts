import { copyFileSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type InstalledPackage, installPackage, root } from './installedPackage.ts'

const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
let installed: InstalledPackage

beforeAll(async () => {
  installed = await installPackage()
})
afterAll(() => installed.remove())

describe('the packed package', () => {
  it('contains only programs, pages, declarations with their sources, documents, WebAssembly and Bitcoin checkpoints', () => {
    const documents = /^(LICENSE|package\.json|[A-Z]+\.md|bench\/README\.md|(docs|deploy)\/.+)$/
    const programs =
      /^(dist\/.+\.(js|cjs|map|d\.ts|d\.cts)|dist\/browser\/urls\/\w+\.wasm|src\/(index|library\/(hardhat\/)?\w+|node\/providerRpcError)\.ts|wasm\/\w+\.wasm|data\/bitcoin-checkpoints-\w+\.bin)$/
    const pages =
      /^dist\/web\/((explorer|console|playground)\.html|assets\/[\w.-]+\.(js|css|svg))(\.br|\.gz)?$/
    const isExpected = (path: string): boolean =>
      documents.test(path) || programs.test(path) || pages.test(path)
    expect(installed.files.filter((path) => !isExpected(path))).toEqual([])
    expect(installed.files).toContain('dist/web/explorer.html.br')
    expect(installed.files).toContain('dist/web/console.html.br')
    expect(installed.files.filter((path) => /\.(test|cases)\./.test(path))).toEqual([])
  })

  it.each(['main.mjs', 'main.cjs'])('runs a local chain for %s', async (program) => {
    const result = await installed.run('node', program, join(installed.folder, `data-${program}`))
    expect(JSON.parse(result)).toEqual({
      ...{ head: '0x1', isReverted: false, streamed: [0, 1], verified: 'proof' },
      refusal: -32_601,
    })
  })

  it('offers the command cambium', async () => {
    expect((await installed.run('npx', '--no-install', 'cambium', '--version')).trim()).toContain(version)
  })

  it('names the package that shared state needs, and uses it when it is installed', async () => {
    const words = ['--no-install', 'cambium', 'keys', 'list', '--shared', 'redis://127.0.0.1:1']
    await expect(installed.run('npx', ...words)).rejects.toThrow(
      'cambium: --shared: the package @redis/client is not installed: npm install @redis/client',
    )
    const { devDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
    const client = `@redis/client@${devDependencies['@redis/client']}`
    await installed.run('npm', 'install', '--prefer-offline', '--no-audit', '--no-fund', client)
    await expect(installed.run('npx', ...words)).rejects.toThrow('ECONNREFUSED')
  })

  it('exports Parquet files', async () => {
    const data = join(installed.folder, 'exported')
    const blocks = join(root, 'test/fixtures/chains/basic.jsonl.gz')
    await installed.run('npx', '--no-install', 'cambium', 'import', blocks, '--data', data)
    const words = [
      '--no-install',
      'cambium',
      'export',
      '--out',
      join(installed.folder, 'files'),
      '--data',
      data,
    ]
    expect(await installed.run('npx', ...words)).toMatch(/^\d+ files with [\d,]+ rows/)
  })

  it('imports blocks, which its threads prepare', async () => {
    const file = join(root, 'test/fixtures/chains/contracts.jsonl.gz')
    expect(await installed.run('npx', '--no-install', 'cambium', 'import', file)).toContain('head 208 0x')
  })

  it.each([
    ['by name and place in the bundle', [], /dist\/commonjs\/chunks\/library-[\w-]+\.cjs:\d+:\d+/],
    [
      'in the sources with --enable-source-maps',
      ['--enable-source-maps'],
      /src\/library\/createNode\.ts:\d+:\d+/,
    ],
  ])('shows failures %s', async (_, options, place) => {
    const failing =
      "require('cambium').createNode({ coinbase: '0x12' }).catch((error) => console.log(error.stack))"
    expect(await installed.run('node', ...options, '-e', failing)).toMatch(place)
  })

  it.each(['mts', 'cts'])('declares its types for a .%s file', async (extension) => {
    const name = `typed.${extension}`
    copyFileSync(join(installed.folder, 'typed.ts'), join(installed.folder, name))
    const project = {
      compilerOptions: {
        module: 'nodenext',
        target: 'es2023',
        strict: true,
        noEmit: true,
        skipLibCheck: false,
        types: ['node'],
        typeRoots: [join(root, 'node_modules/@types')],
      },
      files: [name],
    }
    writeFileSync(join(installed.folder, 'tsconfig.json'), JSON.stringify(project))
    const compiler = join(root, 'node_modules/typescript/bin/tsc')
    expect(await installed.run('node', compiler, '-p', installed.folder)).toBe('')
  })
})
