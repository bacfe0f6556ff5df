/*
 * The plan of the house, explained in docs/architecture.md. A room imports rooms on lower floors only and, on its own
 * floor, the neighbours named here. A room with an inner plan is checked the same way: its folders, and files directly
 * in the room that the plan names, in rows from the bottom up; other files directly in the room above all of them. A
 * room with more than two folders has an inner plan, which names all of them.
 */

/** From the ground up. */
export const floors = [
  ['primitives', 'crypto'],
  ['evm', 'trie', 'protocol', 'bitcoin', 'store', 'sharing'],
  ['state', 'native', 'bridge'],
  ['execution'],
  ['chain'],
  ['peers', 'mining', 'pool', 'wallet', 'tracing', 'upstream'],
  ['node', 'dev'],
  ['rpc', 'service', 'settings'],
  ['server', 'gateway'],
  ['cli', 'library'],
]

/** Imports allowed between two rooms of one floor. */
export const neighbours = {
  crypto: ['primitives'],
  protocol: ['trie', 'evm', 'bitcoin'],
  native: ['state'],
  bridge: ['state', 'native'],
  node: ['dev'],
  service: ['rpc'],
  gateway: ['server'],
}

/** Folders and files of a room, from the bottom row to the top one; those in one row do not import each other. */
export const innerPlans = {
  primitives: [
    ['bytes', 'errors', 'mapKeys', 'createFolders'],
    ['hex'],
    ['integers'],
    ['addresses', 'bounds', 'program', 'rlp', 'work'],
    ['threads'],
  ],
  evm: [
    ['contractAddress', 'gas', 'halt', 'layout', 'log', 'opcodeBytes'],
    ['rules'],
    ['memoryGas', 'opcodes', 'precompiles', 'tracer'],
    ['host', 'word'],
    ['engine', 'message'],
    ['machine'],
    ['fast', 'reference'],
  ],
  trie: [['nodes'], ['saving'], ['clusters']],
  store: [['errors', 'tables'], ['keys', 'store'], ['engine'], ['engineStore'], ['folder', 'memory']],
  bitcoin: [['serialization'], ['keys'], ['scripts'], ['transactions'], ['blocks']],
  bridge: [
    ['federation'],
    ['constants'],
    ['cells'],
    ['events'],
    ['context'],
    ['bitcoinChain'],
    ['governance'],
    ['wallet'],
    ['federationChange'],
    ['pegin', 'pegout', 'union'],
    ['methods'],
  ],
  native: [
    ['abi', 'cellKey', 'nativeContext'],
    ['nativeMethod'],
    ['nativeContract'],
    ['hdWalletUtils', 'remasc'],
  ],
  peers: [
    ['identity', 'recentHashes', 'sample'],
    ['transport'],
    ['discovery', 'messages', 'scoring'],
    ['serving'],
    ['session'],
    ['sync'],
    ['snap'],
    ['gossip'],
    ['network'],
  ],
  mining: [['inputs'], ['proof', 'hashRate'], ['assembly'], ['work']],
  tracing: [
    ['output'],
    ['request'],
    ['calls', 'prestate', 'structLogs'],
    ['replay'],
    ['parity'],
    ['explorer'],
    ['run'],
  ],
  protocol: [
    ['networks', 'addresses', 'account', 'bloom', 'gasBounds'],
    ['headers', 'transactions', 'receipts', 'difficulty', 'precompileAccounts'],
    ['roots', 'mergedMining', 'forkDetection'],
    ['block'],
    ['genesis', 'validation'],
  ],
  chain: [
    ['storage'],
    ['logs', 'pruning', 'upgrade'],
    ['traces'],
    ['preparing'],
    ['importing'],
    ['thread'],
    ['healing'],
    ['verify'],
  ],
  wallet: [['walletError'], ['privateKey'], ['keystore', 'typedData']],
  upstream: [['endpoint'], ['answers', 'fetching', 'cache'], ['state'], ['blocks']],
  execution: [['host'], ['transaction'], ['block']],
  dev: [['bitcoin'], ['federation'], ['peg']],
  node: [['services'], ['local']],
  rpc: [
    ['json'],
    ['errors'],
    ['budget', 'params'],
    ['shapes', 'node'],
    ['logs'],
    ['method'],
    ['calls', 'dataset', 'registry'],
    ['submission'],
    ['modules'],
    ['envelope'],
  ],
  service: [
    ['scheduling'],
    ['readers'],
    ['filters', 'stream', 'subscriptions'],
    ['forwarding', 'writer'],
    ['worker'],
  ],
  server: [
    ['settings', 'log', 'refusals', 'spans'],
    ['networks', 'keys'],
    ['limits', 'metrics', 'entrance'],
    ['usage'],
    ['requests'],
    ['http'],
    ['websocket', 'admin'],
  ],
  gateway: [['nodes'], ['forwarding'], ['following']],
  cli: [
    ['terminal'],
    ['commandLine'],
    ['configuration'],
    ['dataFolder'],
    ['blockFiles', 'inspect', 'keys', 'service', 'tableFiles'],
    ['commands'],
  ],
}
