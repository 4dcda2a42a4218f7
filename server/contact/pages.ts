// What the pages say that the server writes itself.

const home = { href: '/', text: 'Return to Home' }

export const received = {
  title: 'Message Sent',
  lines: ['Thank you; we will write back to the address you gave.'],
  link: home,
}

export const askToConfirm = {
  title: 'The seasonal letter',
  lines: ['We write four times a year. Shall we write to you?'],
  button: 'Yes, write to me',
  link: { href: '/', text: 'No, return to Home' },
}

export const confirmed = {
  title: 'You are on the list.',
  lines: ['Each letter carries a link by which you can leave again.'],
  link: home,
}

export const lapsed = {
  title: 'This link has lapsed.',
  lines: ['If you would like the letter, please tick its box on our contact page again.'],
  link: { href: '/contact', text: 'Go to the contact page' },
}

export const askToUnsubscribe = {
  title: 'The seasonal letter',
  lines: ['Press the button and we will not write again.'],
  button: 'Unsubscribe',
  link: { href: '/', text: 'Stay on the list' },
}

export const unsubscribed = {
  title: 'You are off the list.',
  lines: ['We will not send you the seasonal letter again.'],
  link: home,
}

export const unknownLink = {
  title: 'This link is not whole.',
  lines: ['Please copy it from the mail once more; it may have been broken at the end of a line.'],
  link: home,
}
