-- Items of a job that name assets which existed before, in their order.
create index concurrently if not exists issuance_item_already_issued on issuance_item (publisher_id, issuance_job_id, index)
  where status = 'already_issued';
