// A node in a process of its own: `followerProcess.ts <data folder> <enode>`. It follows the node at that address and
// reports its height at the start and after every block, one per line.
import { writeSync } from 'node:fs'
import { openNode } from '../../src/node/openNode.ts'

const [dataFolder = '', enode = ''] = process.argv.slice(2)
const report = (height: number): void => {
  writeSync(1, `${height}\n`)
}

const node = await openNode({
  dataFolder,
  flush: 'none',
  mining: { kind: 'manual' },
  peering: { host: '127.0.0.1', port: 0, staticPeers: [enode] },
})
report(node.chain.head.number)
node.chain.on('block', ({ number }) => report(number))
