import type { Bug } from './bug.ts'

const property = 'tests/journeys/journeys.property.test.ts'
const days = 'tests/journeys/days.test.ts'
const copies = 'tests/journeys/guest-copy.test.ts'

export const journeyBugs: Bug[] = [
  {
    what: 'a removed day hides what another device planned on it',
    file: 'shared/journeys/days.ts',
    find: '!isRemoved(id) || used.has(id)',
    replace: '!isRemoved(id)',
    tests: [property, days],
  },
  {
    what: 'two devices’ equal order keys are left undecided',
    file: 'shared/journeys/order.ts',
    find: 'return a.id < b.id ? -1 : a.id > b.id ? 1 : 0',
    replace: 'return 0',
    tests: [property],
  },
  {
    what: 'a time is read in Oslo’s zone wherever it is',
    file: 'shared/journeys/days.ts',
    find: 'return item?.zone || HOME_ZONE',
    replace: 'return item ? HOME_ZONE : HOME_ZONE',
    tests: [days],
  },
  {
    what: 'guests read the owner’s notes',
    file: 'shared/journeys/guest-copy.ts',
    find: "    price: showsPrices ? item.price : '',\n",
    replace: "    price: showsPrices ? item.price : '', ...{ ownerText: item.ownerText },\n",
    tests: [copies],
  },
  {
    what: 'guests see prices that the owner did not tick',
    file: 'shared/journeys/guest-copy.ts',
    find: "price: showsPrices ? item.price : ''",
    replace: "price: showsPrices === undefined ? '' : item.price",
    tests: [copies],
  },
]
