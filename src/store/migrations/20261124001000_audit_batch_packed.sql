-- The records of a batch of more than 2 KiB are stored as one Zstandard frame (RFC 8878), which takes a tenth of the place or less. What
-- is stored already stays as it is: records begin with `{` (7b), a frame with 28. `ends` counts bytes of the records, not of the frame.
alter table audit_batch drop constraint audit_batch_ends;
alter table audit_batch
  add constraint audit_batch_ends check (cardinality(ends) = count),
  add constraint audit_batch_packed check (get_byte(records, 0) in (40, 123));
