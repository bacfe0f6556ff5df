import { createNode } from 'cambium'

const opened = createNode()

addEventListener('message', async ({ data, ports: [port] }) => {
  try {
    const node = await opened
    port.postMessage({ result: await node.request(data) })
  } catch ({ message, code, data }) {
    port.postMessage({ error: { message, code, data } })
  }
})
