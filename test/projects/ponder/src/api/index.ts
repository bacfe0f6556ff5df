import { db } from 'ponder:api'
import { transfer } from 'ponder:schema'
import { Hono } from 'hono'
import { asc } from 'ponder'

const api = new Hono()

api.get('/transfers', async (context) => {
  const rows = await db.select().from(transfer).orderBy(asc(transfer.id))
  return context.json(rows.map((row) => ({ ...row, value: row.value.toString() })))
})

export default api
