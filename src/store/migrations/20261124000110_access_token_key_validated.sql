alter table signing_key validate constraint signing_key_purpose;
