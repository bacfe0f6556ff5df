import { attackBodies } from './post.ts'

// node attackerProcess.ts PORT ADDRESS BODIES: keeps calls open from an address until it is killed. A separate process, so
// that reading long answers does not delay the measured client.

const [port = '', address = '', bodies = ''] = process.argv.slice(2)
process.send?.('started')
await attackBodies(Number(port), address, JSON.parse(bodies))
