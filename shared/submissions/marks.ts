import * as v from 'valibot'
import { defineCollection } from '#shared/sync/define-collection.ts'

/** The owner's mark on a submission. Its id is made by `toMarkId`. */
export const submissionMarkCollection = defineCollection({
  name: 'submission-mark',
  noun: 'Mark of a submission',
  fields: {
    read: { schema: v.boolean(), empty: false, label: 'Read mark', merge: 'latest' },
  },
  maxFields: 10,
  idForm: /^[1-9]\d{0,14}-\d{1,15}$/,
  parent: null,
  // The server erases it with its submission.
  personalData: { kind: 'of nobody' },
  exported: null,
  rows: 'single',
  isMark: true,
  page: { title: 'Forms', path: '/admin/forms' },
})
