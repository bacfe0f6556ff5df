// Runs beside the test process: `storeReader.ts <folder> [follows]`. It reads the folder of a chain until it is killed.
import { writeSync } from 'node:fs'
import { chainStamp } from '../../src/chain/openChain.ts'
import { regtest } from '../../src/protocol/networks/definitions.ts'
import { openStore } from '../../src/store/openStore.ts'

const [path = '', role] = process.argv.slice(2)
const store = openStore({ path, ...chainStamp(regtest), readOnly: true, followsWriter: role === 'follows' })
setInterval(() => void [...store.range('canonical', { limit: 1 })], 20)
writeSync(1, `${JSON.stringify('reads')}\n`)
