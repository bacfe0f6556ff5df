// Compiles contracts/*.sol into contracts/compiled.json. The compiler is not a dependency of the project:
//   npm install --no-save solc@0.8.28 && node bench/evm/compile.mjs
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'

const folder = join(import.meta.dirname, 'contracts')
const settings = {
  evmVersion: 'istanbul',
  optimizer: { enabled: true, runs: 200 },
  metadata: { appendCBOR: false, bytecodeHash: 'none' },
}

function loadCompiler() {
  try {
    return createRequire(import.meta.url)('solc')
  } catch {
    console.error('solc is not installed: npm install --no-save solc@0.8.28')
    return process.exit(1)
  }
}

const solc = loadCompiler()
const files = readdirSync(folder).filter((name) => name.endsWith('.sol'))
const input = {
  language: 'Solidity',
  sources: Object.fromEntries(
    files.map((name) => [name, { content: readFileSync(join(folder, name), 'utf8') }]),
  ),
  settings: {
    ...settings,
    outputSelection: { '*': { '*': ['evm.deployedBytecode.object', 'evm.methodIdentifiers'] } },
  },
}

const output = JSON.parse(solc.compile(JSON.stringify(input)))
for (const { formattedMessage } of output.errors ?? []) console.error(formattedMessage)
if (output.errors?.some(({ severity }) => severity === 'error')) process.exit(1)

const contracts = Object.values(output.contracts).flatMap((file) => Object.entries(file))
const compiled = {
  madeBy: 'bench/evm/compile.mjs',
  compiler: solc.version(),
  settings,
  contracts: Object.fromEntries(
    contracts.map(([name, { evm }]) => [
      name,
      { selectors: evm.methodIdentifiers, code: evm.deployedBytecode.object },
    ]),
  ),
}
writeFileSync(join(folder, 'compiled.json'), `${JSON.stringify(compiled, null, 2)}\n`)
