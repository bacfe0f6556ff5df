const cambium = require('cambium')
const { story } = require('./story.cjs')

story(cambium, process.argv[2]).then((result) => console.log(JSON.stringify(result)))
