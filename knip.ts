import type { KnipConfig } from 'knip'

/**
 * Finds files, exports and dependencies without a use. `knip --production` leaves the tests out: it finds the code
 * of src/ that only tests call.
 */
export default ({ production }: { readonly production?: boolean }): KnipConfig => ({
  entry: [
    'src/index.ts!',
    'src/library/{ethers,hardhat,hardhat2,light,stream,viem,vitest}.ts!',
    'src/**/*.web.ts!',
    'src/cli/main.ts!',
    'src/chain/importWorker.ts!',
    'src/chain/preparing/prepareWorker.ts!',
    'src/light/checking/checkWorker.ts!',
    'src/primitives/threads/sourceWorker.mjs',
    'src/server/requests/bodyWorker.ts!',
    'src/service/worker/readerWorker.ts!',
    'src/upstream/fetching/fetchWorker.ts!',
    'web/*/main.tsx!',
    'web/explorer/pages/stepper/traceWorker.ts!',
    'assembly/*.ts!',
    'bench/*.ts',
    'bench/compare/bareResponder.mjs',
    'bench/evm/compile.mjs',
    'bench/peers/hardhat.config.cjs',
    'bench/peers/test/suite.cjs',
    'scripts/*.{ts,mjs}',
    '{bench,test}/**/*Process.ts',
    'test/package/{consumer,projects}/**',
    // The bundle of tests in a page begins with it.
    'test/web/inPage/runInPage.ts',
  ],
  project: [
    'src/**/*.{ts,mjs}!',
    '!src/**/*.{test,cases}.ts!',
    '!src/primitives/threads/sourceWorker.mjs!',
    'web/**/*.{ts,tsx}!',
    '!web/**/*.test.ts!',
    'assembly/**/*.ts!',
    '{bench,scripts,test}/**/*.{ts,mjs,cjs}',
    '!test/projects/ponder/**',
  ],
  // Tests of a file may import the parts that the file itself uses; a type may be exported for its readers.
  ignoreExportsUsedInFile: production ? true : { interface: true, type: true },
  // An alias gives one error two meanings.
  exclude: ['duplicates'],
  ignoreIssues: {
    // Tables for both engines are complete, whichever entries the product uses.
    'assembly/**': ['exports'],
    'src/evm/{layout,opcodeBytes}.ts': ['exports'],
    // The counterparts of what the node writes: tests prove its receipts and proofs with them.
    ...(production && { 'src/{protocol/receipts,trie/proof}.ts': ['exports', 'types'] }),
  },
  // The first two are loaded by the name of a file inside the package, in src/crypto/secp256k1/native.ts and
  // test/web/accessibility.ts; the last one is of bench/peers.
  ignoreDependencies: ['secp256k1', 'axe-core', 'hardhat'],
  // A copy that the page's test makes.
  ignoreUnresolved: ['./cambium.js'],
  ignoreBinaries: [
    'bitcoind',
    'caddy',
    'dd',
    'helm',
    'mkfifo',
    'mount',
    'nginx',
    'openssl',
    'promtool',
    'redis-cli',
    'redis-server',
    'umount',
    'unshare',
  ],
})
