import { ponder } from 'ponder:registry'
import { transfer } from 'ponder:schema'

ponder.on('Token:Transfer', async ({ event, context }) => {
  const { log, block, args } = event
  await context.db.insert(transfer).values({
    id: event.id,
    token: log.address,
    value: args.value,
    block: Number(block.number),
    blockHash: block.hash,
    timestamp: Number(block.timestamp),
  })
})
